import { describe, expect, it } from 'vitest';
import { someOf } from '../../testing/some_of.ts';
import { type ReferenceEntry, readPlanText, readSuite } from '../suites/suite.ts';
import { checkCell, type PlannedCell, planCells, problemOf } from './episode_list.ts';

const cellsOf = (suite: string) => planCells({ suite }, readSuite(suite));
const [household, robot, tabletop] = [cellsOf('household'), cellsOf('robot'), cellsOf('tabletop')];
const distractors = cellsOf('spelling_distractors');

function referenceOf({ task, reference }: PlannedCell): ReferenceEntry {
  if (reference === null)
    throw new Error(`No reference of "${task.scene}/${task.name}"; run \`tapedeck check SUITE --write\``);
  return reference;
}

describe('the shipped suites', () => {
  it('have 75 cells in five houses, the robot’s, 170 on tables, and 50 with a letter too many', () => {
    expect([household, robot, tabletop, distractors].map(({ length }) => length)).toEqual([75, 1, 170, 50]);
  });

  const all = [...household, ...robot, ...tabletop, ...distractors];
  const named = (cells: readonly PlannedCell[]) =>
    cells.map((cell) => [`${cell.task.scene}/${cell.task.name}`, cell] as const);

  it.for(named(all))('can do %s, arm and all, by the committed plan', async ([, cell]) => {
    const { plan, steps, lowerBound, optimal } = referenceOf(cell);
    expect(await problemOf(readPlanText(plan), cell.newCertainEnv(), cell.task)).toBeNull();
    expect(plan).toHaveLength(steps);
    expect(steps).toBeLessThanOrEqual(cell.task.stepsMax);
    expect(lowerBound).toBeLessThanOrEqual(steps);
    expect(optimal).toBe(lowerBound === steps);
  });

  it.for(named(someOf(all)))('have the plan of %s that is found anew', async ([, cell]) => {
    const { scene, name: task } = cell.task;
    expect(await checkCell(cell, 200_000)).toEqual({ scene, task, problem: null, reference: referenceOf(cell) });
  });
});
