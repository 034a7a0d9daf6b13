/**
 * A line of LLM-State's Tables I and III: a task, and what each method came to.
 *
 * @module
 */
import type { Field } from '../../metrics/metric.ts';
import { episodesOf, type SuiteResults } from '../../tables/suite_results.ts';
import { cellOf } from './cells.ts';
import { type Column, here } from './methods.ts';

/** How to read it. */
export const READING =
  '"here" is successes/episodes, then average steps with the cap for a failed run (in brackets, where some failed: over successes only); "paper" is what is printed';

/** Cells to read and rows to compute with, of one line of a table. */
export type Line = { readonly cells: string[]; readonly rows: Record<string, Field>[] };

/** A task with the paper's figures, one for each of its methods. */
type Printed = {
  readonly task: string;
  readonly cap: number;
  readonly runs: number;
  readonly successes: readonly number[];
  readonly averageSteps: readonly number[];
};

export function taskLine(results: SuiteResults, columns: readonly Column[], printed: Printed): Line {
  const { task, cap, runs, successes, averageSteps } = printed;
  const cells: string[] = [];
  const rows = columns.map(({ method, planner, at }) => {
    const cell = cellOf(episodesOf(results, planner, [task]));
    cells.push(here(cell));
    if (at !== null) cells.push(`${successes[at]}/${runs} ${averageSteps[at]?.toFixed(1)}`);
    return {
      task,
      method,
      planner,
      cap,
      ...cell,
      paperSuccesses: at === null ? null : (successes[at] ?? null),
      paperEpisodes: at === null ? null : runs,
      paperAverageSteps: at === null ? null : (averageSteps[at] ?? null),
    };
  });
  return { cells, rows };
}
