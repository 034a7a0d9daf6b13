/**
 * An episode as the report knows it: its trace with what the tapes and a fresh world add to it, and where its page lies.
 *
 * @module
 */
import type { Exchange } from '../run/reading/exchange_reader.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { Trace } from '../trace/trace.ts';
import type { ReplayedWorld } from './replayed_world.ts';

/** One line of the overview, and what links to an episode say of it. */
export type ListedEpisode = {
  /** Of its page within the report, without ending. */
  readonly path: string;
  /** Which run it is of; there may be several of a suite. */
  readonly run: string;
  readonly metrics: EpisodeMetrics;
  readonly instruction: string;
};

export type ReportedEpisode = {
  readonly listed: ListedEpisode;
  readonly trace: Trace;
  readonly exchanges: readonly (Exchange | null)[];
  readonly world: ReplayedWorld;
};

/** What the filter of outcomes asks for. */
export type Outcome = 'success' | 'failure' | 'unfinished';

export function outcomeOf({ complete, success }: Pick<EpisodeMetrics, 'complete' | 'success'>): Outcome {
  if (!complete) return 'unfinished';
  return success ? 'success' : 'failure';
}
