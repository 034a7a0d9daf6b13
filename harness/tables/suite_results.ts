/**
 * What tables are made of: the episodes of a suite, and who answered in them.
 *
 * @module
 */
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';

export type SuiteResults = {
  /** All that the suite wants; those that its tape does not carry to the end are not complete. */
  readonly episodes: readonly EpisodeMetrics[];
  /** Task → its instruction, in order. */
  readonly instructions: ReadonlyMap<string, string>;
  readonly model: string;
  /** How the answers came about, a clause each. */
  readonly provenance: readonly string[];
};

/** The episodes of a planner in a suite: a line of a table that is by both. */
export type PlayedGroup = {
  readonly suite: string;
  readonly planner: string;
  readonly episodes: readonly EpisodeMetrics[];
};

/** Who answered, and how the answers came about. */
export function answersOf({ model, provenance }: Pick<SuiteResults, 'model' | 'provenance'>): string {
  return provenance.length === 0
    ? `no answers of model "${model}" are recorded`
    : `answers of model "${model}" from tapes (${provenance.join('; ')})`;
}

/** The episodes of a planner on some tasks that ran to their end. */
export function episodesOf(
  { episodes }: Pick<SuiteResults, 'episodes'>,
  planner: string,
  tasks: readonly string[],
): EpisodeMetrics[] {
  return episodes.filter((each) => each.complete && each.planner === planner && tasks.includes(each.task));
}
