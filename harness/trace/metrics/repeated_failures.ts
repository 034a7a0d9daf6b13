/**
 * Steps that were refused again.
 *
 * @module
 */
import { metric } from './metric.ts';
import { summed } from './poolings.ts';

export const repeatedFailures = metric({
  name: 'repeatedFailures',
  title: 'Repeated failures',
  meaning: 'refused steps that were refused before in the same words for the same reason',
  count: ({ summary }) => summary.counts.repeatedFailures,
  row: (value) => ({ repeatedFailures: value }),
  pooled: summed('repeatedFailures'),
});
