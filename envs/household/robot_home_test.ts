import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Action, StepResult } from '../env.ts';
import { type HouseholdEnv, householdEnvs } from './household_env.ts';
import type { HouseholdOptionsInput } from './household_options.ts';
import { readHouse } from './scene/read_house.ts';
import { type HouseholdTask, readTasks, taskFor } from './tasks.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const house = readHouse(read('houses/robot_home.json'), 'houses/robot_home.json');
const [inFile] = readTasks(read('tasks/robot.json'), 'tasks/robot.json');
const task = taskFor(house, inFile as HouseholdTask);

/** Table III: what the suite says. */
const ROBOT: HouseholdOptionsInput = {
  hands: 1,
  perception: 'on_entry',
  retriesMax: 3,
  skills: {
    pickup: [['EATABLE', 'DRINKABLE']],
    placein: [
      ['EATABLE', 'DRINKABLE'],
      ['microwave', 'fridge'],
    ],
    placeon: [['EATABLE', 'DRINKABLE'], ['SURFACES']],
    open: [['fridge', 'microwave', 'kitchencabinet']],
    close: [['fridge', 'microwave', 'kitchencabinet']],
    switchon: [['microwave']],
    switchoff: [['microwave']],
  },
};

/** `move mug1, pickup mug1` as actions. */
function actions(text: string): Action[] {
  return text.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return { verb, args };
  });
}

function carryOut(env: HouseholdEnv, text: string): StepResult<ReturnType<HouseholdEnv['observe']>>[] {
  return actions(text).map((action) => env.step(action));
}

const FETCH = 'move kitchen1, move fridge1, open fridge1, pickup hamburger1, move microwave1, open microwave1';
const RECOVER =
  'placeon hamburger1 kitchencounter1, open microwave1, pickup hamburger1, placein hamburger1 microwave1, ' +
  'switchon microwave1, pickup hamburger1, move livingroom1, move sofa1, placeon hamburger1 sofa1';

describe('robot_home', () => {
  it('shows no food, no fridge and nothing that heats at the start, and has 60 to 100 nodes', () => {
    const { observation } = householdEnvs(house, task, ROBOT)().reset();
    const names = [...observation.objects, ...observation.containers, ...observation.surfaces].map(({ name }) => name);
    const shown = names.map((name) => house.nodes[house.indexOf.get(name) as number]);
    expect(shown.filter((node) => node?.properties.includes('EATABLE') || node?.category.startsWith('Food'))).toEqual(
      [],
    );
    expect(names.filter((name) => /fridge|microwave|stove|toaster/.test(name))).toEqual([]);
    expect(names).toContain('sofa1');
    expect(observation.rooms).toEqual(['livingroom1', 'kitchen1', 'meetingroom1', 'office1']);
    expect(observation.room).toBe('livingroom1');
    expect(house.nodes.length).toBeGreaterThanOrEqual(60);
    expect(house.nodes.length).toBeLessThanOrEqual(100);
  });

  it('has things in every room', () => {
    for (const room of ['livingroom1', 'kitchen1', 'meetingroom1', 'office1']) {
      const env = householdEnvs(house, task, ROBOT)();
      const before = env.reset().observation.objects.length;
      const { observation } = env.step({ verb: 'move', args: [room] });
      if (room !== 'livingroom1') expect(observation.objects.length, room).toBeGreaterThan(before + 5);
    }
  });

  it('refuses the naive way: the microwave does not open while the one hand holds the food', () => {
    const env = householdEnvs(house, task, ROBOT)();
    env.reset();
    const results = carryOut(env, FETCH);
    expect(results.slice(0, -1).every(({ ok }) => ok)).toBe(true);
    expect(results.at(-1)).toMatchObject({ ok: false, reason: { precondition: 'free_hand' } });
  });

  it("is solved by the paper's recovery: food down, open, pick up, place in, switch on, pick up, go", () => {
    const env = householdEnvs(house, task, ROBOT)();
    env.reset();
    const before = carryOut(env, FETCH);
    const after = carryOut(env, RECOVER);
    expect(after.filter(({ ok }) => !ok)).toEqual([]);
    expect(after.at(-1)?.goal).toEqual({ success: true, share: 1 });
    expect(after.slice(0, -1).some(({ goal }) => goal.success)).toBe(false);
    expect(before.length + after.length).toBeLessThanOrEqual(task.stepsMax);
  });

  it.each(['hamburger1', 'salad1', 'carrot1', 'pudding1'])(
    'takes %s for food, whether the door was closed or not',
    (food) => {
      const closing = RECOVER.replace(
        'switchon microwave1',
        'close microwave1, switchon microwave1, switchoff microwave1, open microwave1',
      );
      for (const way of [RECOVER, closing]) {
        const env = householdEnvs(house, task, ROBOT)();
        env.reset();
        const results = carryOut(env, `${FETCH}, ${way}`.replaceAll('hamburger1', food));
        expect(results.filter(({ ok }) => !ok).length).toBe(1);
        expect(results.at(-1)?.goal.success).toBe(true);
        expect(results.length).toBeLessThanOrEqual(task.stepsMax);
      }
    },
  );

  it.each(['juice1', 'beer1'])('does not take %s for food', (drink) => {
    const env = householdEnvs(house, task, ROBOT)();
    env.reset();
    const results = carryOut(env, `${FETCH}, ${RECOVER}`.replaceAll('hamburger1', drink));
    expect(results.filter(({ ok }) => !ok).length).toBe(1);
    expect(results.at(-1)?.goal).toEqual({ success: false, share: 0 });
  });

  it('is not solved by food that is not heated, not from the fridge, or not on the sofa', () => {
    const cold = FETCH.replace('move microwave1, open microwave1', 'move sofa1, placeon hamburger1 sofa1');
    const cereal = 'move kitchen1, move kitchencabinet2, open kitchencabinet2, pickup cereal1, move microwave1';
    const fromCabinet = `${cereal}, ${RECOVER.replaceAll('hamburger1', 'cereal1')}`;
    const coffeeTable = `${FETCH}, ${RECOVER.replace('move sofa1, placeon hamburger1 sofa1', 'move coffeetable1, placeon hamburger1 coffeetable1')}`;
    const ends = [cold, fromCabinet, coffeeTable].map((way) => {
      const env = householdEnvs(house, task, ROBOT)();
      env.reset();
      return carryOut(env, way).at(-1);
    });
    expect(ends).toMatchObject([
      { ok: true, goal: { success: false, share: 0.5 } },
      { ok: true, goal: { success: false, share: 0 } },
      { ok: true, goal: { success: false, share: 0.5 } },
    ]);
  });

  it('denies what the robot has not learned', () => {
    const env = householdEnvs(house, task, ROBOT)();
    env.reset();
    for (const walk of [
      'pickup remotecontrol1',
      'switchoff lightswitch1',
      'placeon remotecontrol1 sofa1',
      'open magazine1',
    ]) {
      expect(carryOut(env, walk)).toMatchObject([{ ok: false, reason: { precondition: 'in_skill_library' } }]);
    }
  });
});
