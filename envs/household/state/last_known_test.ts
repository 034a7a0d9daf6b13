import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Task } from '../../env.ts';
import type { Goal } from '../goals/goal.ts';
import { householdEnvs } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import { readHouse } from '../scene/read_house.ts';

// That it agrees with `testing/reference_observation.ts` everywhere is tested in household_properties_test.ts.

const file = '../houses/robot_home.json';
const house = readHouse(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
const task: Task<Goal> = {
  name: 'no_task',
  scene: house.name,
  instruction: 'Do anything.',
  stepsMax: 100,
  goal: [{ weight: 1, that: { held: ['mug1'] } }],
};

/** What a robot that perceives on entry knows after a walk: names and places, and what is close. */
function walked(walk: string, options: HouseholdOptionsInput = {}) {
  const env = householdEnvs(house, task, { perception: 'on_entry', ...options })();
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

  it('shows a thing that the robot put down where the robot put it, and that it is close', () => {
    const walk = 'move kitchen1, move fridge1, open fridge1, pickup hamburger1';
    expect(walked(walk).holding).toEqual(['hamburger1']);
    expect(walked(walk).known.has('hamburger1')).toBe(false);
    const put = walked(`${walk}, move kitchentable1, placeon hamburger1 kitchentable1`);
    expect(put.known.get('hamburger1')).toBe('ON kitchentable1');
    expect(put.closeTo).toContain('hamburger1');
    expect(put.closeTo).not.toContain('salad1');
    expect(walked(`${walk}, placein hamburger1 fridge1`).known.get('hamburger1')).toBe('IN fridge1');
  });

  // Picking up the plate makes the fork on it fall, out of the robot's sight.
  const FALLEN = 'move kitchen1, move plate3, pickup cutleryfork1, placeon cutleryfork1 plate3, pickup plate3';

  it('shows what fell from a thing that the robot took where it was, until the robot comes back, each time', () => {
    const fork = (walk: string) => walked(`${FALLEN}${walk}`).known.get('cutleryfork1');
    expect(walked(FALLEN).holding).toEqual(['plate3']);
    expect(fork('')).toBe('ON plate3');
    expect(fork(', move kitchen1'), 'no entry').toBe('ON plate3');
    expect(fork(', move office1')).toBe('ON plate3');
    expect(fork(', move office1, move kitchen1')).toBe('IN kitchen1');
    expect(fork(', move office1, move sink1'), 'to a thing').toBe('IN kitchen1');
  });

  it('believes what it is told of its own actions, until it sees the thing again', () => {
    const told = (walk: string) => walked(walk, { noise: { falseSuccess: 1 } });
    const taken = 'pickup book1';
    expect(walked(taken)).toMatchObject({ refusal: 'close_to_robot', known: walked('wait').known });
    expect(told(taken).known.has('book1')).toBe(false);
    expect(told(taken).holding).toEqual([]);
    expect(told(`${taken}, placeon book1 sofa1`).known.get('book1')).toBe('ON sofa1');
    expect(told(`${taken}, placein book1 sofa1`).known.get('book1')).toBe('IN sofa1');
    expect(told(`${taken}, move office1, move livingroom1`).known.get('book1')).toBe('IN bookshelf1');
    expect(told('open book1, placeon hamburger1 sofa1').known).toEqual(walked('wait').known);
  });

  it('shows what it holds in no list, whatever it is told', () => {
    const walk = 'move remotecontrol1, pickup remotecontrol1, move office1';
    const { known, holding, closeTo } = walked(`${walk}, placeon remotecontrol1 sofa1`, { noise: { falseSuccess: 1 } });
    expect(holding).toEqual(['remotecontrol1']);
    expect(known.has('remotecontrol1')).toBe(false);
    expect(closeTo).not.toContain('remotecontrol1');
  });

  it('looks around after no other action: neither closing nor opening what holds nothing', () => {
    const walk = 'move kitchen1, move mug1'; // in a closed cabinet
    expect(walked(walk).refusal).toBe('seen');
    const reading = `pickup magazine1, move kitchen1, move plate3, placeon magazine1 kitchentable1, ${FALLEN}, open magazine1`;
    expect(walked(reading).refusal).toBeNull();
    expect(walked(reading).known.get('cutleryfork1')).toBe('ON plate3');
    for (const more of ['switchon faucet1', 'move fridge1', 'placeon plate3 kitchentable1', 'wait']) {
      expect(walked(`${FALLEN}, ${more}`).known.get('cutleryfork1'), more).toBe('ON plate3');
    }
    expect(walked(`${FALLEN}, move fridge1, open fridge1`).known.get('cutleryfork1')).toBe('IN kitchen1');
  });
});
