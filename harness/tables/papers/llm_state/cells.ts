/**
 * Cells of a success table: what the recorded episodes of some tasks and one method come to.
 *
 * @module
 */
import { type EpisodeMetrics, poolSome } from '../../../trace/metrics/metrics.ts';
import { NOT_RECORDED } from '../../table.ts';

const SUCCESS_COLUMNS = [
  'successes',
  'successLow',
  'successHigh',
  'averageSteps',
  'averageStepsOfSuccesses',
  'referenceSteps',
  'stepsRatio',
  'goalConditionRecall',
  'executability',
  'calls',
  'promptTokens',
  'completionTokens',
] as const;

/** Columns of a row; all but `episodes` null where there is none. */
export type Cell = ReturnType<typeof cellOf>;

/** Over the episodes that ran to their end. */
export function cellOf(all: readonly EpisodeMetrics[]) {
  const episodes = all.filter((episode) => episode.complete);
  return { episodes: episodes.length, ...poolSome(episodes, SUCCESS_COLUMNS) };
}

/** `3/5`, or what stands for a cell without episodes. */
export function ratio({ successes, episodes }: Cell): string {
  return episodes === 0 ? NOT_RECORDED : `${successes}/${episodes}`;
}
