import * as fc from 'fast-check';
import type { TabletopObservation } from '../observation.ts';
import { arbitraryChoices, arbitraryTable } from './arbitrary_table.ts';
import { walkBy } from './arbitrary_table_actions.ts';

/**
 * What is sensed of a random table after a random walk.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { arbitraryTableObservation } from 'tapedeck/testing';
 *
 * fc.assert(fc.property(arbitraryTableObservation, ({ blocks, states }) => assert.equal(states.length, blocks.length)));
 * ```
 */
export const arbitraryTableObservation: fc.Arbitrary<TabletopObservation> = fc
  .tuple(arbitraryTable(), arbitraryChoices)
  .map(([scene, choices]) => walkBy(choices, scene).observation);
