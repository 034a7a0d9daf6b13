/**
 * The episodes of a planner in a suite.
 *
 * @module
 */
import type { EpisodeMetrics } from '../metrics/metrics.ts';

/** A line of a table that is by suite and planner. */
export type PlayedGroup = {
  readonly suite: string;
  readonly planner: string;
  readonly episodes: readonly EpisodeMetrics[];
};
