/**
 * A task of LLM-State's Tables I and III, and what each method came to.
 *
 * @module
 */
import type { Field } from '../../../trace/metrics/metric.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { type Cell, cellOf } from './cells.ts';
import type { Column } from './methods.ts';

/** A task with the paper's figures, one for each of its methods. */
type Printed = {
  readonly task: string;
  readonly cap: number;
  readonly runs: number;
  readonly successes: readonly number[];
  readonly averageSteps: readonly number[];
};

/** What a method came to, and what is printed of it; nothing where the paper does not have it. */
export type TaskCell = {
  readonly column: Column;
  readonly cell: Cell;
  readonly paper: { readonly success: string; readonly steps: string } | null;
  /** To compute with. */
  readonly row: Readonly<Record<string, Field>>;
};

/** A cell for each method. */
export function taskLine(results: SuiteResults, columns: readonly Column[], printed: Printed): TaskCell[] {
  const { task, cap, runs, successes, averageSteps } = printed;
  return columns.map((column) => {
    const { method, planner, at } = column;
    const cell = cellOf(episodesOf(results, planner, [task]));
    const row = {
      task,
      method,
      planner,
      cap,
      ...cell,
      paperSuccesses: at === null ? null : (successes[at] ?? null),
      paperEpisodes: at === null ? null : runs,
      paperAverageSteps: at === null ? null : (averageSteps[at] ?? null),
    };
    const paper =
      at === null ? null : { success: `${successes[at]}/${runs}`, steps: averageSteps[at]?.toFixed(1) ?? 'unknown' };
    return { column, cell, paper, row };
  });
}
