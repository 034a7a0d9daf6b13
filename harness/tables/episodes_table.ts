/**
 * The table of all replayed episodes, a row each.
 *
 * @module
 */
import { sha256 } from '../io/digest.ts';
import type { Fields } from '../trace/metrics/metric.ts';
import { episodeFields, metricsOf } from '../trace/metrics/metrics.ts';
import { type Trace, writeTrace } from '../trace/trace.ts';
import type { Table } from './table.ts';

/** With the metrics of each episode and the digest of its trace, so that a check sees any change of behaviour. */
export function episodesTable(traces: readonly Trace[]): Table {
  const rows: Fields[] = traces.map((trace) => {
    const metrics = metricsOf(trace);
    return {
      episode: metrics.episode,
      end: metrics.end,
      ...episodeFields(metrics),
      traceSha256: sha256(writeTrace(trace)),
    };
  });
  return {
    name: 'episodes',
    title: 'Recorded episodes',
    shown: {
      header: ['Episode', 'End', 'Steps', 'GCR'],
      results: ['End'],
      lines: rows.map(({ episode, end, steps, goalConditionRecall }) => [
        String(episode),
        String(end),
        String(steps),
        Number(goalConditionRecall).toFixed(2),
      ]),
    },
    rows,
    notes: ['GCR: goal-condition recall at the end of the episode', 'calls, tokens and all else: episodes.csv'],
  };
}
