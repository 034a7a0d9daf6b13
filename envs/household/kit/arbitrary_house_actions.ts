import type * as fc from 'fast-check';
import type { Action } from '../../env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import type { House } from '../scene/house.ts';
import { arbitraryChoices, walkBy } from './walk_by.ts';

/**
 * Up to 40 actions in a house. Most take what is at hand where the ones before have led, so that many are carried out; some take any verb
 * and any name of the house. With options of the world, such as `{ hands: 1 }`, they are those of a robot that has them.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse, arbitraryHouseActions } from 'tapedeck/testing';
 *
 * const walk = arbitraryHouse.chain((text) => arbitraryHouseActions(household.readScene(text, 'house.json')));
 * fc.assert(fc.property(walk, (actions) => assert.ok(actions.length <= 40)));
 * ```
 */
export function arbitraryHouseActions(
  house: House,
  options: HouseholdOptionsInput = {},
): fc.Arbitrary<readonly Action[]> {
  return arbitraryChoices.map((choices) => walkBy(choices, house, options).actions);
}
