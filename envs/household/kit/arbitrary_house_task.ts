import * as fc from 'fast-check';
import { conditionText } from '../goals/condition_text.ts';
import type { Goal } from '../goals/goal.ts';
import type { House } from '../scene/house.ts';
import { type HouseholdTask, taskFor } from '../tasks.ts';
import { arbitraryChore, arbitraryGoal } from './arbitrary_goal.ts';

/**
 * A task whose goal makes sense in the house and does not hold at the start: a chore such as those of LLM-State's Table I, or
 * any condition. The goal may be out of reach.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse, arbitraryHouseTask } from 'tapedeck/testing';
 *
 * const houses = arbitraryHouse.map((text) => household.readScene(text, 'house.json'));
 * const tasks = houses.chain((house) => arbitraryHouseTask(house).map((task) => household.bind(house, task, {}).task));
 * fc.assert(fc.property(tasks, ({ stepsMax }) => assert.ok(stepsMax > 0)), { numRuns: 20 });
 * ```
 */
export function arbitraryHouseTask(house: House): fc.Arbitrary<HouseholdTask> {
  return fc
    .oneof(arbitraryChore(house), arbitraryGoal(house, { past: true }))
    .map((goal) => taskOf(goal))
    .filter((task) => canBeSet(house, task));
}

function taskOf(goal: Goal): HouseholdTask {
  const instruction = goal.map(({ that }) => conditionText(that)).join('; ');
  return { name: 'any_task', level: 'simple', instruction, stepsMax: 30, marked: false, goal };
}

function canBeSet(house: House, task: HouseholdTask): boolean {
  try {
    taskFor(house, task);
    return true;
  } catch {
    return false; // the goal holds at the start, say
  }
}
