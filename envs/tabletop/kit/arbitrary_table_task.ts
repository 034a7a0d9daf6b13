import * as fc from 'fast-check';
import { type Goal, goalParts } from '../goals/goal.ts';
import { factsOf } from '../observer.ts';
import { type Arrangement, afterPick, afterPlace, type Fact, ON_TABLE, sense } from '../table/arrangement.ts';
import { letterOf, type Scene } from '../table/table.ts';
import { type TabletopTask, taskFor } from '../tasks.ts';

/**
 * A task whose goal the rules can achieve and that the start does not meet. The scene needs two blocks.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { tabletop } from 'tapedeck/tabletop';
 * import { arbitraryTable, arbitraryTableTask } from 'tapedeck/testing';
 *
 * const tables = arbitraryTable({ blocksMin: 2, blocksMax: 4 });
 * const bound = tables.chain((scene) => arbitraryTableTask(scene).map((task) => tabletop.bind(scene, task, {})));
 * fc.assert(fc.property(bound, ({ task }) => assert.ok(task.instruction !== '')), { numRuns: 20 });
 * ```
 */
export function arbitraryTableTask(scene: Scene): fc.Arbitrary<TabletopTask> {
  if (scene.blocks.length < 2) {
    throw new RangeError(`Cannot make a task for scene "${scene.name}": it has fewer than two blocks`);
  }
  return arbitraryGoal(scene)
    .map((goal): TabletopTask => {
      const instruction = goalParts(goal)
        .map(({ text }) => text)
        .join('; ');
      return { name: 'any_task', instruction, stepsMax: 30, goal };
    })
    .filter((task) => canBeSet(scene, task));
}

function canBeSet(scene: Scene, task: TabletopTask): boolean {
  try {
    taskFor(scene, task);
    return true;
  } catch {
    return false;
  }
}

export function arbitraryGoal({ blocks }: Scene): fc.Arbitrary<Goal> {
  const names = blocks.map(({ name }) => name);
  return fc.oneof(
    fc.integer({ min: 1, max: names.length }).map((height): Goal => ({ kind: 'tower', height })),
    fc
      .shuffledSubarray(names.map(letterOf), { minLength: 1 })
      .map((letters): Goal => ({ kind: 'spelling', word: letters.join('') })),
    fc.constant<Goal>({ kind: 'organize' }),
    fc
      .array(fc.nat(), { maxLength: 12, size: 'max' })
      .chain((choices) => {
        const start = sense({ centres: blocks.map(({ centre }) => centre), held: -1, fallen: [] });
        return fc.subarray(factsOf(names, choices.reduce(move, start)), { minLength: 1 });
      })
      .map((facts: Fact[]): Goal => ({ kind: 'facts', facts })),
  );
}

function move(arrangement: Arrangement, choice: number): Arrangement {
  const { above, held } = arrangement;
  const clear = [...above.keys()].filter((block) => above[block] === -1 && block !== held);
  if (held === -1) return afterPick(arrangement, clear[choice % clear.length]!);
  const surfaces = [...clear, ON_TABLE];
  return afterPlace(arrangement, surfaces[choice % surfaces.length]!);
}
