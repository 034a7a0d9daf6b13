import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { householdEnvs } from '../household_env.ts';
import { householdObservationSchema } from '../observation.ts';
import { Observer } from '../observer.ts';
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import { readHouse } from '../scene/read_house.ts';
import { houseNamed } from '../testing/small_house.ts';
import { stateOf } from '../testing/walks.ts';
import { arbitraryHouse } from './arbitrary_house.ts';
import { arbitraryHouseActions, arbitraryHouseObservation, noTask, pickAction } from './walk_by.ts';

const HOUSES = arbitraryHouse.map((text) => readHouse(text, 'any_house.json'));

it('arbitraryHouseActions() gives walks of which many actions are carried out, and many refused', () => {
  const counts = { carriedOut: 0, refused: 0 };
  const verbs = new Set<string>();
  const walks = HOUSES.chain((house) => arbitraryHouseActions(house).map((actions) => ({ house, actions })));
  for (const { house, actions } of fc.sample(walks, { numRuns: 100, seed: 1 })) {
    const env = householdEnvs(house, noTask(house))();
    env.reset();
    for (const action of actions) {
      const { ok } = env.step(action);
      counts[ok ? 'carriedOut' : 'refused'] += 1;
      if (ok) verbs.add(action.verb);
    }
  }
  const share = counts.carriedOut / (counts.carriedOut + counts.refused);
  expect(share > 0.2 && share < 0.9).toBe(true);
  expect([...verbs].sort().join(' ')).toBe('close move open pickup placein placeon switchoff switchon wait');
});

it('arbitraryHouseActions() heeds the options of the world', () => {
  const walks = HOUSES.chain((house) =>
    arbitraryHouseActions(house, { hands: 1 }).map((actions) => ({ house, actions })),
  );
  fc.assert(
    fc.property(walks, ({ house, actions }) => {
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

const house = houseNamed('house_1');

describe('pickAction()', () => {
  it('chooses actions of which every verb is carried out and refused, in a long walk', () => {
    const state = stateOf(house);
    const observer = new Observer(state.tables);
    const outcomes = new Set<string>();
    let choice = 1;
    for (let step = 0; step < 20_000; step++) {
      choice = (choice * 48271) % 2147483647;
      const action = pickAction(observer.observe(state), house.names, choice);
      const refusal = carryOut(state, action, { rules: PAPER_RULES, indexOf: house.indexOf });
      outcomes.add(`${action.verb} ${refusal === null ? 'done' : 'refused'}`);
    }
    const verbs = ['move', 'pickup', 'placein', 'placeon', 'open', 'close', 'switchon', 'switchoff'];
    expect([...outcomes].sort()).toEqual(
      [...verbs.flatMap((verb) => [`${verb} done`, `${verb} refused`]), 'wait done'].sort(),
    );
  });

  it('chooses something, when nothing has been seen', () => {
    const lists = { objects: [], containers: [], surfaces: [], rooms: [], holding: [], closeTo: [] };
    const nothing = { world: 'household', ...lists, room: '' } as const;
    for (let choice = 0; choice < 40; choice++) {
      expect(pickAction(nothing, ['mug1'], choice).args.every((name) => name === 'mug1')).toBe(true);
    }
  });
});
