import * as fc from 'fast-check';
import type { Action, StepResult } from '../../env.ts';
import { sceneProblem } from '../check_scene.ts';
import type { TabletopObservation } from '../observation.ts';
import { micrometres, onSpot, onTopOf, type Scene, SPOTS, type Vector } from '../table/table.ts';
import { tabletopEnvs } from '../tabletop_env.ts';

export type TableLimits = Readonly<{
  blocksMin?: number;
  blocksMax?: number;
  /** Maximum distance from the support's center. */
  offMm?: number;
  letters?: string;
}>;

/**
 * Blocks stand on spots of the table and on each other, at most eight high.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { tabletop } from 'tapedeck/tabletop';
 * import { arbitraryTable } from 'tapedeck/testing';
 *
 * fc.assert(
 *   fc.property(arbitraryTable({ blocksMax: 5 }), (scene) => {
 *     const text = JSON.stringify(scene);
 *     assert.equal(tabletop.readScene(text, 'random.json').blocks.length, scene.blocks.length);
 *   }),
 * );
 * ```
 */
export function arbitraryTable(options: TableLimits = {}): fc.Arbitrary<Scene> {
  const { blocksMin = 1, blocksMax = SPOTS.length, offMm = 0, letters = 'ABC' } = options;
  const off = fc.integer({ min: -offMm, max: offMm });
  const choice = fc.record({
    letter: fc.constantFrom(...letters),
    place: fc.nat(),
    dx: off,
    dy: off,
    low: fc.boolean(),
  });
  return fc
    .array(choice, { minLength: blocksMin, maxLength: blocksMax, size: 'max' })
    .map((choices) => {
      const spots = SPOTS.map(onSpot);
      const tops: Vector[] = [];
      const blocks = choices.map(({ letter, place, dx, dy, low }, index) => {
        const places = (low && spots.length > 0) || tops.length === 0 ? spots : tops;
        const [[x, y, z]] = places.splice(place % places.length, 1) as [Vector];
        const centre: Vector = [micrometres(x + dx / 1000), micrometres(y + dy / 1000), z];
        if (z < 0.4) tops.push(onTopOf(centre));
        return { name: `${letter}_block_${index + 1}`, centre };
      });
      return { name: 'random', blocks };
    })
    .filter(({ blocks }) => sceneProblem(blocks) === null);
}

export const arbitraryChoices: fc.Arbitrary<number[]> = fc.array(fc.nat({ max: 2 ** 31 - 1 }), {
  maxLength: 30,
  size: 'max',
});

export function chosenAction({ blocks, states, facts }: TabletopObservation, choice: number): Action {
  const [kind, rest] = [choice % 5, Math.floor(choice / 5)];
  const pick = (list: readonly string[], number: number) => list[number % list.length]!;
  const words = [...blocks, 'table', 'hand', 'air', 'nobody'];
  if (kind === 0) {
    const args = [pick(words, rest), pick(words, Math.floor(rest / words.length))];
    return { verb: rest % 2 === 0 ? 'pick' : 'place', args };
  }
  const clear = states.filter(({ states }) => states.includes('under nothing')).map(({ object }) => object);
  const held = facts.find(([predicate, , second]) => predicate === 'in' && second !== 'air')?.[2];
  if (held !== undefined) return { verb: 'place', args: [held, pick([...clear, 'table', 'table'], rest)] };
  const block = pick(clear, rest);
  const on = states.find(({ object }) => object === block)?.states[0]?.replace('on ', '') ?? '';
  return { verb: 'pick', args: [block, on] };
}

/**
 * A random walk of up to 30 actions; the rules allow most of them.
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
