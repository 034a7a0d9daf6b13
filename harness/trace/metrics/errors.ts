/**
 * Mistakes by kind, after Embodied Agent Interface.
 *
 * @module
 */
import { metric } from './metric.ts';
import { named } from './numbers.ts';
import { totalled } from './poolings.ts';

export const errors = metric({
  name: 'errors',
  title: 'Mistakes',
  meaning: 'mistakes by kind, of refused steps and of what was thrown away in replies',
  count: ({ summary }) => summary.counts.errors,
  row: (value) => ({ errors: named(value) }),
  pooled: totalled('errors'),
});
