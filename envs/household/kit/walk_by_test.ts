import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { householdEnvs } from '../household_env.ts';
import { householdObservationSchema } from '../observation.ts';
import { readHouse } from '../scene/read_house.ts';
import { arbitraryHouse } from './arbitrary_house.ts';
import { arbitraryHouseActions, arbitraryHouseObservation, noTask, pickAction } from './walk_by.ts';

const HOUSES = arbitraryHouse.map((text) => readHouse(text, 'any_house.json'));

it('arbitraryHouseActions() gives walks in which every verb is carried out and refused, and often carried out', () => {
  const counts = { done: 0, refused: 0 };
  const outcomes = new Set<string>();
  const walks = HOUSES.chain((house) => arbitraryHouseActions(house).map((actions) => ({ house, actions })));
  for (const { house, actions } of fc.sample(walks, { numRuns: 100, seed: 1 })) {
    const env = householdEnvs(house, noTask(house))();
    env.reset();
    for (const action of actions) {
      const outcome = env.step(action).ok ? 'done' : 'refused';
      counts[outcome] += 1;
      outcomes.add(`${action.verb} ${outcome}`);
    }
  }
  const share = counts.done / (counts.done + counts.refused);
  expect(share > 0.2 && share < 0.9).toBe(true);
  const verbs = ['move', 'pickup', 'placein', 'placeon', 'open', 'close', 'switchon', 'switchoff'];
  const expected = verbs.flatMap((verb) => [`${verb} done`, `${verb} refused`]);
  expect([...outcomes].sort()).toEqual([...expected, 'wait done'].sort());
});

it('arbitraryHouseActions() heeds the options of the world', () => {
  const walks = HOUSES.chain((house) => fc.tuple(fc.constant(house), arbitraryHouseActions(house, { hands: 1 })));
  fc.assert(
    fc.property(walks, ([house, actions]) => {
      const env = householdEnvs(house, noTask(house), { hands: 1 })();
      env.reset();
      const held = actions.map((action) => env.step(action).observation.holding.length);
      expect(Math.max(0, ...held)).toBeLessThanOrEqual(1);
    }),
  );
});

it('arbitraryHouseObservation is what a robot may have seen', () => {
  fc.assert(
    fc.property(arbitraryHouseObservation, (observation) => {
      expect(householdObservationSchema.parse(observation)).toEqual(observation);
    }),
  );
});

it('pickAction() chooses something, when nothing has been seen', () => {
  const lists = { objects: [], containers: [], surfaces: [], rooms: [], holding: [], closeTo: [] };
  const nothing = { world: 'household', ...lists, room: '' } as const;
  for (let choice = 0; choice < 40; choice++) {
    expect(pickAction(nothing, ['mug1'], choice).args.every((name) => name === 'mug1')).toBe(true);
  }
});
