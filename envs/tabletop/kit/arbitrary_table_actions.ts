import * as fc from 'fast-check';
import type { Action, StepResult } from '../../env.ts';
import type { TabletopObservation } from '../observation.ts';
import type { Scene } from '../table/table.ts';
import { tabletopEnvs } from '../tabletop_env.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from './arbitrary_table.ts';

/**
 * A walk of up to 30 actions, most of which the rules allow.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { arbitraryTable, arbitraryTableActions } from 'tapedeck/testing';
 *
 * const walk = arbitraryTable({ blocksMax: 4 }).chain(arbitraryTableActions);
 * fc.assert(fc.property(walk, (actions) => assert.ok(actions.every(({ verb }) => verb === 'pick' || verb === 'place'))));
 * ```
 */
export function arbitraryTableActions(scene: Scene): fc.Arbitrary<readonly Action[]> {
  return arbitraryChoices.map((choices) => walkBy(choices, scene).actions);
}

/**
 * The observation after a random walk.
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

function walkBy(choices: readonly number[], scene: Scene) {
  const task = { goal: { kind: 'organize' } } as const;
  const env = tabletopEnvs(scene, task, { motion: 'none', physics: 'none' })(0);
  let { observation } = env.reset() as { observation: TabletopObservation };
  const actions = choices.map((choice) => {
    const action = chosenAction(observation, choice);
    observation = (env.step(action) as StepResult<TabletopObservation>).observation;
    return action;
  });
  return { actions, observation };
}
