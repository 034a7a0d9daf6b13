import { describe, expect, it } from 'vitest';
import { someOf } from '../../testing/some_of.ts';
import { type ReferenceEntry, readPlanText } from '../suites/references.ts';
import { readSuite } from '../suites/suite.ts';
import { checkCell, problemOf } from './check_suite.ts';
import { type PlannedCell, planCells } from './plan_cells.ts';

const cellsOf = (suite: string) => planCells({ suite }, readSuite(suite));
const [household, robot, tabletop] = [cellsOf('household'), cellsOf('robot'), cellsOf('tabletop')];
const distractors = cellsOf('spelling_distractors');

/** The reference of a cell; an error where there is none. */
function referenceOf({ task, reference }: PlannedCell): ReferenceEntry {
  if (reference === null)
    throw new Error(`No reference of "${task.scene}/${task.name}"; run \`tapedeck check SUITE --write\``);
  return reference;
}

describe('the shipped suites', () => {
  it('have 75 cells in five houses, the robot’s, 170 on tables, and 50 with a letter too many', () => {
    expect([household, robot, tabletop, distractors].map(({ length }) => length)).toEqual([75, 1, 170, 50]);
  });

  it.for([...tabletop, ...distractors].map((cell) => [cell.task.scene, cell] as const))(
    'can do %s, arm and all, by the committed plan',
    async ([, cell]) => {
      const reference = referenceOf(cell);
      expect(reference.plan).toHaveLength(reference.steps);
      expect(reference.lowerBound).toBeLessThanOrEqual(reference.steps);
      expect(await problemOf(readPlanText(reference.plan), cell.newCertainEnv(), cell.task)).toBeNull();
    },
  );

  it.for(someOf([...tabletop, ...distractors]).map((cell) => [cell.task.scene, cell] as const))(
    'have the plan of %s that is found anew',
    async ([scene, cell]) => {
      const reference = referenceOf(cell);
      expect(await checkCell(cell, 200_000)).toEqual({ scene, task: cell.task.name, problem: null, reference });
    },
  );

  it.for([...household, ...robot].map((cell) => [`${cell.task.scene}/${cell.task.name}`, cell] as const))(
    'can do %s, by the committed plan',
    async ([, cell]) => {
      const reference = referenceOf(cell);
      expect(await problemOf(readPlanText(reference.plan), cell.newEnv(0), cell.task)).toBeNull();
      expect(reference.plan).toHaveLength(reference.steps);
      expect(reference.steps).toBeLessThanOrEqual(cell.task.stepsMax);
      expect(reference.lowerBound).toBeLessThanOrEqual(reference.steps);
      expect(reference.optimal).toBe(reference.lowerBound === reference.steps);
    },
  );

  it.for(someOf([...household, ...robot]).map((cell) => [`${cell.task.scene}/${cell.task.name}`, cell] as const))(
    'can do %s by searching anew, too',
    async ([, cell]) => {
      const reference = referenceOf(cell);
      expect(await checkCell(cell, 200_000)).toEqual({
        scene: cell.task.scene,
        task: cell.task.name,
        problem: null,
        reference,
      });
    },
  );
});
