import * as fc from 'fast-check';
import type { HouseholdObservation } from '../observation.ts';
import { readHouse } from '../scene/read_house.ts';
import { arbitraryHouse } from './arbitrary_house.ts';
import { arbitraryChoices, walkBy } from './walk_by.ts';

/**
 * What is seen of a random house after a random walk.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { arbitraryHouseObservation } from 'tapedeck/testing';
 *
 * fc.assert(fc.property(arbitraryHouseObservation, ({ rooms, room }) => assert.ok(rooms.includes(room))));
 * ```
 */
export const arbitraryHouseObservation: fc.Arbitrary<HouseholdObservation> = fc
  .tuple(arbitraryHouse, arbitraryChoices)
  .map(([text, choices]) => walkBy(choices, readHouse(text, 'any_house.json')).observation);
