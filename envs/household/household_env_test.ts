import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Task } from '../env.ts';
import { envContract } from '../kit/env_contract.ts';
import { SEED_END } from '../random_numbers.ts';
import type { Goal } from './goals/goal.ts';
import { householdEnvs } from './household_env.ts';
import type { HouseholdOptionsInput } from './household_options.ts';
import { pickAction } from './kit/walk_by.ts';
import type { HouseholdObservation, Placed } from './observation.ts';
import { houseNamed } from './testing/small_house.ts';
import { actionsOf, choices, inOrder, taskOf } from './testing/walks.ts';
import { household } from './world.ts';

const house = houseNamed('house_1');

const OPENED_AND_CLOSED = inOrder({ state: ['?x', 'OPEN'] }, { state: ['?x', 'CLOSED'] });

const task: Task<Goal> = {
  ...taskOf(house, { held: ['mug1'] }),
  goal: [
    { weight: 1, that: { exists: '?x', of: { property: 'GRABBABLE' }, that: { held: ['?x'] } } },
    { weight: 2, that: { forall: '?x', of: { class: 'lightswitch' }, that: { ever: { near: ['?x'] } } } },
    { weight: 0.5, that: { exists: '?x', of: { property: 'CONTAINERS' }, that: OPENED_AND_CLOSED } },
  ],
};

const ROBOT: HouseholdOptionsInput = {
  hands: 1,
  perception: 'on_entry',
  retriesMax: 3,
  skills: { pickup: [['EATABLE', 'towel', 'mug']], placeon: [['GRABBABLE'], ['SURFACES']], open: [['CONTAINERS']] },
};

const DETECTION = { missedDetection: 0.2, falseDetection: 0.3 };
const NOISE = { ...DETECTION, manipulationFailure: 0.3, navigationFailure: 0.1, falseSuccess: 0.3 };

function walksWith(options: HouseholdOptionsInput): fc.Arbitrary<Action[]> {
  return choices(40).map((numbers) => {
    const env = householdEnvs(house, task, options)();
    let { observation } = env.reset();
    return numbers.map((choice): Action => {
      const action = pickAction(observation, house.names, choice);
      observation = env.step(action).observation;
      return action;
    });
  });
}

function resultsOf(options: HouseholdOptionsInput, seed: number, walk: readonly Action[]): unknown[] {
  const env = householdEnvs(house, task, options)(seed);
  return [env.reset(), ...walk.map((action) => env.step(action))];
}

const NOISY: HouseholdOptionsInput = { ...ROBOT, noise: NOISE };
const world = household;
const accepted = { verb: 'move', args: ['towelrack1'] };
for (const [title, options] of [
  ['householdEnvs()', {}],
  ['householdEnvs(), for the robot experiment,', ROBOT],
] as const) {
  const make = () => householdEnvs(house, task, options)();
  envContract({ describe, it, title, world, make, walks: walksWith(options), accepted });
}
envContract({
  describe,
  it,
  title: 'householdEnvs(), with noise of all kinds,',
  world,
  make: () => householdEnvs(house, task, NOISY)(1), // with this seed the first two moves get there
  walks: walksWith(NOISY),
  accepted: { verb: 'move', args: ['kitchen1'] },
  keptThrough: allButTheThingMoved,
});

function allButTheThingMoved(observation: HouseholdObservation, { verb, args: [thing] }: Action): HouseholdObservation {
  if (!['pickup', 'placein', 'placeon'].includes(verb)) return observation;
  const others = (list: readonly Placed[]) => list.filter(({ name }) => name !== thing);
  const [objects, containers] = [others(observation.objects), others(observation.containers)];
  const [surfaces, closeTo] = [others(observation.surfaces), observation.closeTo.filter((name) => name !== thing)];
  return { ...observation, objects, containers, surfaces, closeTo };
}

describe('householdEnvs()', () => {
  const seeds = fc.nat({ max: SEED_END - 1 });

  it.each([
    ['of the simulation', {}],
    ['of the robot', ROBOT],
  ])('gives the same for any seed, without noise, with the options %s', (_, options) => {
    fc.assert(
      fc.property(walksWith(options), seeds, (walk, seed) => {
        expect(resultsOf(options, seed, walk)).toEqual(resultsOf(options, 0, walk));
      }),
      { numRuns: 50 },
    );
  });

  it('gives the same for the same seed, and in general not for another, with noise', () => {
    let [differ, tried] = [0, 0];
    fc.assert(
      fc.property(walksWith(NOISY), seeds, (walk, seed) => {
        const results = JSON.stringify(resultsOf(NOISY, seed, walk));
        expect(JSON.stringify(resultsOf(NOISY, seed, walk))).toBe(results);
        if (JSON.stringify(resultsOf(NOISY, (seed + 1) % SEED_END, walk)) !== results) differ++;
        tried++;
      }),
      { numRuns: 50 },
    );
    expect(differ / tried).toBeGreaterThan(40 / 50);
  });

  it.each([-1, 0.5, 1.5, SEED_END, Number.NaN, Number.POSITIVE_INFINITY])('refuses the seed %d', (seed) => {
    expect(() => householdEnvs(house, task)(seed)).toThrow(RangeError);
  });

  it('gives the same observation object again, when nothing changed, and leaves it as it was', () => {
    const env = householdEnvs(house, task)();
    const { observation } = env.reset();
    expect(env.step({ verb: 'pickup', args: ['lightswitch1'] }).observation).toBe(observation);
    expect(env.observe()).toBe(observation);
    const copy = structuredClone(observation);
    const moved = env.step({ verb: 'move', args: ['towel1'] }).observation;
    expect(moved).not.toBe(observation);
    expect(moved.objects).toBe(observation.objects);
    const walk = actionsOf('move towel3, pickup towel3, move kitchen1');
    for (const action of walk) expect(env.step(action).ok).toBe(true);
    expect(observation).toEqual(copy);
  });

  it('heeds what cannot be grasped in its own task only', () => {
    const walk = actionsOf('move kitchen1, move breadslice2, pickup breadslice2');
    const results = (name: string) => {
      const env = householdEnvs(house, { ...task, name })();
      env.reset();
      return walk.map((action) => env.step(action));
    };
    expect(results('make_3_toasts').at(-1)).toMatchObject({ ok: true });
    expect(results('make_2_toasts').at(-1)).toMatchObject({ ok: false, reason: { precondition: 'graspable' } });
  });

  it('counts only actions that are carried out as moments of a goal', () => {
    const closed = { state: ['fridge1', 'CLOSED'] } as const;
    const env = householdEnvs(house, { ...task, goal: [{ weight: 1, that: inOrder(closed, closed) }] })();
    expect(env.reset().goal.success).toBe(false);
    expect(env.step({ verb: 'open', args: ['fridge1'] })).toMatchObject({ ok: false, goal: { success: false } });
    expect(env.step({ verb: 'wait', args: [] })).toMatchObject({ ok: true, goal: { success: true } });
  });
});
