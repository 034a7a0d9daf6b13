import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StepResult } from '../env.ts';
import { householdEnvs } from './household_env.ts';
import type { HouseholdOptionsInput } from './household_options.ts';
import type { HouseholdObservation } from './observation.ts';
import { readTasks, taskFor } from './tasks.ts';
import { houseNamed } from './testing/small_house.ts';
import { actionsOf } from './testing/walks.ts';

const house = houseNamed('robot_home');
const text = readFileSync(new URL('tasks/robot.json', import.meta.url), 'utf8');
const task = taskFor(house, readTasks(text, 'tasks/robot.json')[0]!);
const ROOMS = ['livingroom1', 'kitchen1', 'meetingroom1', 'office1'];

const FOOD = ['EATABLE', 'DRINKABLE'];
const ROBOT: HouseholdOptionsInput = {
  hands: 1,
  perception: 'on_entry',
  retriesMax: 3,
  skills: {
    pickup: [FOOD],
    placein: [FOOD, ['microwave', 'fridge']],
    placeon: [FOOD, ['SURFACES']],
    open: [['fridge', 'microwave', 'kitchencabinet']],
    close: [['fridge', 'microwave', 'kitchencabinet']],
    switchon: [['microwave']],
    switchoff: [['microwave']],
  },
};

function begun() {
  const env = householdEnvs(house, task, ROBOT)();
  return { env, ...env.reset() };
}

function carryOut(walk: string): StepResult<HouseholdObservation>[] {
  const { env } = begun();
  return actionsOf(walk).map((action) => env.step(action));
}

const FETCH = 'move kitchen1, move fridge1, open fridge1, pickup hamburger1, move microwave1, open microwave1';
const RECOVER =
  'placeon hamburger1 kitchencounter1, open microwave1, pickup hamburger1, placein hamburger1 microwave1, ' +
  'switchon microwave1, pickup hamburger1, move livingroom1, move sofa1, placeon hamburger1 sofa1';

describe('robot_home', () => {
  it('shows no food, no fridge and nothing that heats at the start, and has 60 to 100 nodes', () => {
    const { observation } = begun();
    const names = [...observation.objects, ...observation.containers, ...observation.surfaces].map(({ name }) => name);
    const shown = names.map((name) => house.nodes[house.indexOf.get(name) as number]!);
    expect(shown.filter(({ properties }) => properties.includes('EATABLE'))).toEqual([]);
    expect(shown.filter(({ category }) => category.startsWith('Food'))).toEqual([]);
    expect(names.filter((name) => /fridge|microwave|stove|toaster/.test(name))).toEqual([]);
    expect(names).toContain('sofa1');
    expect(observation).toMatchObject({ rooms: ROOMS, room: 'livingroom1' });
    expect(house.nodes.length >= 60 && house.nodes.length <= 100).toBe(true);
  });

  it('has things in every room', () => {
    for (const room of ROOMS.slice(1)) {
      const { env, observation } = begun();
      const { objects } = env.step({ verb: 'move', args: [room] }).observation;
      expect(objects.length, room).toBeGreaterThan(observation.objects.length + 5);
    }
  });

  it('refuses the naive way: the microwave does not open while the one hand holds the food', () => {
    const results = carryOut(FETCH);
    expect(results.slice(0, -1).every(({ ok }) => ok)).toBe(true);
    expect(results.at(-1)).toMatchObject({ ok: false, reason: { precondition: 'free_hand' } });
  });

  const AND_CLOSE = RECOVER.replace(
    'switchon microwave1',
    'close microwave1, switchon microwave1, switchoff microwave1, open microwave1',
  );
  const SOLVED = { success: true, share: 1 };

  it.each([
    ...['hamburger1', 'salad1', 'carrot1', 'pudding1'].flatMap((food) => [
      [food, RECOVER, SOLVED] as const,
      [food, AND_CLOSE, SOLVED] as const,
    ]),
    ['juice1', RECOVER, { success: false, share: 0 }] as const,
    ['beer1', RECOVER, { success: false, share: 0 }] as const,
  ])("with %s after the paper's recovery %s is %j", (food, way, goal) => {
    const results = carryOut(`${FETCH}, ${way}`.replaceAll('hamburger1', food));
    expect(results.filter(({ ok }) => !ok).length).toBe(1);
    expect(results.at(-1)?.goal).toEqual(goal);
    expect(results.slice(0, -1).some((result) => result.goal.success)).toBe(false);
    expect(results.length).toBeLessThanOrEqual(task.stepsMax);
  });

  const CEREAL = 'move kitchen1, move kitchencabinet2, open kitchencabinet2, pickup cereal1, move microwave1';

  it.each([
    ['not heated', FETCH.replace('move microwave1, open microwave1', 'move sofa1, placeon hamburger1 sofa1'), 0.5],
    ['not from the fridge', `${CEREAL}, ${RECOVER.replaceAll('hamburger1', 'cereal1')}`, 0],
    ['not on the sofa', `${FETCH}, ${RECOVER.replaceAll('sofa1', 'coffeetable1')}`, 0.5],
  ])('is not solved by food that is %s', (_, way, share) => {
    expect(carryOut(way).at(-1)).toMatchObject({ ok: true, goal: { success: false, share } });
  });

  it('denies what the robot has not learned', () => {
    const walk = 'pickup remotecontrol1, switchoff lightswitch1, placeon remotecontrol1 sofa1, open magazine1';
    const denied = { ok: false, reason: { precondition: 'in_skill_library' } };
    expect(carryOut(walk)).toMatchObject([denied, denied, denied, denied]);
  });
});
