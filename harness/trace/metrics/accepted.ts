/**
 * What was read from replies and could be used.
 *
 * @module
 */
import { metric } from './metric.ts';
import { summed } from './poolings.ts';

export const accepted = metric({
  name: 'accepted',
  title: 'Accepted calls',
  meaning: 'calls and actions that were read from replies',
  count: ({ summary }) => summary.counts.accepted,
  row: (value) => ({ accepted: value }),
  pooled: summed('accepted'),
});
