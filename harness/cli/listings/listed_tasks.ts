/**
 * `tapedeck list tasks`: every task in every scene for which it is meant.
 *
 * @module
 */
import { type PlannedCell, planCells } from '../../run/plan/plan_cells.ts';
import { readSuite, suiteNames } from '../../run/suites/suite.ts';
import type { Row, Wanted } from './listing.ts';

export function listedTasks({ suites = suiteNames() }: Pick<Wanted, 'suites'>): readonly Row[] {
  return suites.flatMap((name) => {
    const suite = readSuite(name);
    return planCells({ suite: name }, suite).map((cell) => taskRow(suite.name, cell));
  });
}

/** Whether it can be done is what `tapedeck check` found, and unknown where it was not asked. */
function taskRow(suite: string, { task, reference }: PlannedCell): Row {
  return {
    suite,
    scene: task.scene,
    task: task.name,
    stepsMax: task.stepsMax,
    feasible: reference === null ? null : reference.steps <= task.stepsMax,
    referenceSteps: reference?.steps ?? null,
    referenceOptimal: reference?.optimal ?? null,
    instruction: task.instruction,
  };
}
