/**
 * Refused steps by the precondition that failed.
 *
 * @module
 */
import { metric } from './metric.ts';
import { named } from './numbers.ts';
import { totalled } from './poolings.ts';

export const failures = metric({
  name: 'failures',
  title: 'Refusals',
  meaning: 'refused steps by the name of the precondition that failed',
  count: ({ summary }) => summary.counts.failures,
  row: (value) => ({ failures: named(value) }),
  pooled: totalled('failures'),
});
