/**
 * How often a planner runs against the same wall.
 *
 * @module
 */
import { metric } from './metric.ts';
import { percentRange, quotient } from './numbers.ts';
import { ratio } from './poolings.ts';

type Needs = { readonly repeatedFailures: number; readonly failedSteps: number };

export const repeatedFailureRate = metric({
  name: 'repeatedFailureRate',
  title: 'Repeated failure rate',
  meaning: 'share of refused steps that were refused before in the same words for the same reason',
  count: ({ summary: { counts } }) => quotient(counts.repeatedFailures, counts.failedSteps),
  pooled: ratio('repeatedFailureRate', 'refused steps', (each: Needs) => [each.repeatedFailures, each.failedSteps]),
  columns: {
    Repeated: (pooled) =>
      percentRange(pooled.repeatedFailureRate, pooled.repeatedFailureRateLow, pooled.repeatedFailureRateHigh),
  },
});
