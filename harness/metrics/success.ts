/**
 * Success: whether the episode reached its goal.
 *
 * @module
 */
import { metric } from './metric.ts';
import { percentText } from './numbers.ts';
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
    SR: ({ successes }, episodes) => `${successes}/${episodes}`,
    '95 %': ({ successLow, successHigh }) => `${percentText(successLow)}–${percentText(successHigh)}`,
  },
});
