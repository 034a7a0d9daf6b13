/**
 * Latency of the model.
 *
 * @module
 */
import { totalOrNull } from '../episode_counts.ts';
import { metric } from './metric.ts';
import { averaged } from './poolings.ts';

export const latencyMs = metric({
  name: 'latencyMs',
  title: 'Latency',
  meaning: 'milliseconds that the model took, as recorded; none where there was no call, or nobody measured',
  count({ events }) {
    const calls = events.filter((event) => event.event === 'call');
    return calls.length === 0 ? null : totalOrNull(calls.map((call) => call.latencyMs));
  },
  row: (value) => ({ latencyMs: value }),
  pooled: averaged('latencyMs'),
});
