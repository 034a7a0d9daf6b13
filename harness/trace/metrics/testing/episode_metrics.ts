import { traceHeader, traceSummary } from '../../testing/trace_fixture.ts';
import { type EpisodeMetrics, metricsOf } from '../metrics.ts';

/** Metrics of an episode of nothing but its header's and summary's numbers. */
export function episodeMetrics(change: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return { ...metricsOf({ header: traceHeader(), events: [], summary: traceSummary() }), ...change };
}
