/**
 * The paper's share over those tasks of a level that are recorded here.
 *
 * Table I prints successes by task, so a mean over some tasks has its counterpart; Table II prints means only.
 *
 * @module
 */
import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { sixDigits } from '../../../trace/metrics/numbers.ts';
import type { Level, PublishedLlmState } from './published.ts';

export type SameTasks = {
  /** How many tasks of the level are recorded here, out of how many. */
  readonly tasks: number;
  readonly of: number;
  /** The paper's successes in them, out of so many runs; null for a method without figures by task. */
  readonly successes: number | null;
  readonly runs: number;
};

/** Of the level's tasks that have any of these episodes; of all tasks where none has. */
export function sameTasks(
  { methods, table_1: table }: PublishedLlmState,
  { method, level }: { readonly method: string; readonly level: Level },
  episodes: readonly EpisodeMetrics[],
): SameTasks {
  const rows = table.rows.filter((row) => row.level === level);
  const recorded = rows.filter(({ task }) => episodes.some((episode) => episode.complete && episode.task === task));
  const same = recorded.length === 0 ? rows : recorded;
  const at = methods.indexOf(method);
  const successes = at === -1 ? null : same.reduce((sum, row) => sum + (row.successes[at] ?? 0), 0);
  return { tasks: same.length, of: rows.length, successes, runs: same.length * table.runsPerCell };
}

/** The paper's share over the same tasks, in percent; null for a method without figures by task. */
export function sameTasksPercent({ successes, runs }: SameTasks): number | null {
  return successes === null ? null : sixDigits((100 * successes) / runs);
}

/** `; of these 3 tasks 80.00 %`; empty where all tasks are recorded. */
export function besideMean(same: SameTasks): string {
  if (same.tasks === same.of) return '';
  const percent = sameTasksPercent(same);
  return percent === null
    ? ` of all ${same.of} tasks`
    : `; of ${same.tasks === 1 ? 'this task' : `these ${same.tasks} tasks`} ${percent.toFixed(2)} %`;
}
