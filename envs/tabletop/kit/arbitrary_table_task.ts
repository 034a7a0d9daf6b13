import type * as fc from 'fast-check';
import { goalParts } from '../goals/goal_parts.ts';
import type { Scene } from '../table/scene.ts';
import { type TabletopTask, taskFor } from '../tasks.ts';
import { arbitraryGoal } from './arbitrary_goal.ts';

/**
 * A task whose goal can be met by the rules and is not met at the start: a tower, a word, the blocks in order, or any facts. Of one block
 * there is nothing to ask for: the scene needs two.
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
  if (scene.blocks.length < 2)
    throw new RangeError(`Scene "${scene.name}" has fewer than two blocks to ask for anything`);
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
