import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Task } from '../env.ts';
import type { Goal } from './goal.ts';
import { householdEnv } from './household_env.ts';
import { readHouse } from './read_house.ts';

// That it agrees with `slow_observation.ts` everywhere is tested in household_properties_test.ts.

const file = 'houses/robot_home.json';
const house = readHouse(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
const task: Task<Goal> = {
  name: 'no_task',
  scene: house.name,
  instruction: 'Do anything.',
  stepsMax: 100,
  goal: [{ weight: 1, that: { held: ['mug1'] } }],
};

/** What a robot that perceives on entry knows after a walk: names and places, and what is close. */
function walked(walk: string) {
  const env = householdEnv(house, task, { perception: 'on_entry' });
  env.reset();
  const results = walk.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return env.step({ verb, args });
  });
  const { objects, containers, closeTo, holding } = env.observe();
  const entries = [...objects, ...containers].map(
    ({ name, relation, place }) => [name, `${relation} ${place}`] as const,
  );
  const last = results.at(-1);
  return { known: new Map(entries), closeTo, holding, refusal: last?.ok === false ? last.reason.precondition : null };
}

describe('LastKnown', () => {
  it('knows the room at the start, and another one from entering it on', () => {
    const { known } = walked('wait');
    expect(known.get('book1')).toBe('IN bookshelf1');
    expect(known.has('fridge1')).toBe(false);
    expect(walked('move fridge1').refusal).toBe('seen');
    expect(walked('move kitchen1').known.get('fridge1')).toBe('IN kitchen1');
  });

  it('sees what is in a container once the robot has opened it, and the rest of the room once more', () => {
    const { known } = walked(
      'move kitchen1, move cuttingboard1, pickup cuttingboard1, move kitchentable1, placeon cuttingboard1 kitchentable1, ' +
        'move fridge1, open fridge1',
    );
    expect(known.get('hamburger1')).toBe('IN fridge1');
    expect(known.get('cuttingboard1')).toBe('ON kitchentable1');
  });

  it('shows a thing that was put down where it was seen last, and that it is close', () => {
    const walk = 'move kitchen1, move fridge1, open fridge1, pickup hamburger1';
    expect(walked(walk).holding).toEqual(['hamburger1']);
    expect(walked(walk).known.has('hamburger1')).toBe(false);
    const put = walked(`${walk}, move kitchentable1, placeon hamburger1 kitchentable1`);
    expect(put.known.get('hamburger1')).toBe('IN fridge1');
    expect(put.closeTo).toContain('hamburger1');
    expect(put.closeTo).not.toContain('salad1');
  });

  it('is right again when the robot comes back, each time', () => {
    const walk = 'move remotecontrol1, pickup remotecontrol1, move sofa1, placeon remotecontrol1 sofa1';
    expect(walked(walk).known.get('remotecontrol1')).toBe('ON coffeetable1');
    expect(walked(`${walk}, move livingroom1`).known.get('remotecontrol1'), 'no entry').toBe('ON coffeetable1');
    expect(walked(`${walk}, move office1`).known.get('remotecontrol1')).toBe('ON coffeetable1');
    expect(walked(`${walk}, move office1, move livingroom1`).known.get('remotecontrol1')).toBe('ON sofa1');
    expect(walked(`${walk}, move office1, move sofa1`).known.get('remotecontrol1'), 'to a thing').toBe('ON sofa1');
  });

  it('looks around after no other action: neither closing nor opening what holds nothing', () => {
    const walk = 'move kitchen1, move mug1'; // in a closed cabinet
    expect(walked(walk).refusal).toBe('seen');
    const moved =
      'move remotecontrol1, pickup remotecontrol1, move sofa1, placeon remotecontrol1 sofa1, move magazine1';
    expect(walked(`${moved}, open magazine1`).refusal).toBeNull();
    expect(walked(`${moved}, open magazine1`).known.get('remotecontrol1')).toBe('ON coffeetable1');
    expect(walked(`${moved}, switchoff tablelamp1, wait`).known.get('remotecontrol1')).toBe('ON coffeetable1');
  });
});
