/**
 * The interval of a share of episodes, clustered by their tasks.
 *
 * @module
 */
import type { EpisodeMetrics } from '../metrics.ts';
import { clusteredInterval } from './clustered_interval.ts';

export function taskInterval(
  episodes: readonly EpisodeMetrics[],
  holds: (each: EpisodeMetrics) => boolean,
): readonly [low: number, high: number] {
  const tasks = Map.groupBy(episodes, ({ task }) => task).values();
  return clusteredInterval([...tasks].map((each) => ({ successes: each.filter(holds).length, runs: each.length })));
}
