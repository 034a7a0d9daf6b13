/**
 * Success: whether the episode reached its goal.
 *
 * @module
 */
import { metric } from './metric.ts';
import { shared } from './poolings.ts';

export const success = metric({
  name: 'success',
  title: 'Success',
  meaning: 'whether the goal was reached',
  count: ({ summary }) => summary.success,
  row: (value) => ({ success: value }),
  pooled: shared('success', 'successes'),
  compared: {
    better: 'more',
    unit: 'share',
    of: (row) => (typeof row['success'] === 'boolean' ? Number(row['success']) : null),
  },
  columns: {
    SR: ({ successes, successLow, successHigh }, episodes) =>
      `${successes}/${episodes} ${rangeText(successLow, successHigh)}`,
  },
});

/** `(91–98 %)` */
function rangeText(low: number | null, high: number | null): string {
  const [from, to] = [low, high].map((limit) => (100 * (limit ?? Number.NaN)).toFixed(0));
  return low === null || high === null ? '' : `(${from}–${to} %)`;
}
