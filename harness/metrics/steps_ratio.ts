/**
 * How much longer a success was than need be.
 *
 * @module
 */
import { metric } from './metric.ts';
import { quotient } from './numbers.ts';
import { averagedWhereKnown } from './poolings.ts';

export const stepsRatio = metric({
  name: 'stepsRatio',
  title: 'Steps ratio',
  meaning: 'steps of a success ÷ steps of the reference plan',
  count: ({ header: { reference }, summary }) =>
    summary.success && reference !== null ? quotient(summary.steps, reference.steps) : null,
  pooled: averagedWhereKnown('stepsRatio'),
  columns: {
    'Steps ÷ ref': ({ stepsRatio, stepsRatioLow, stepsRatioHigh }) =>
      rangeText(stepsRatio, stepsRatioLow, stepsRatioHigh),
  },
});

/** `1.32 (1.10–1.55)`; the mean alone where it has no interval, or one of no width. */
function rangeText(mean: number | null, low: number | null, high: number | null): string {
  if (mean === null) return 'n/a';
  const [from, to] = [low?.toFixed(2), high?.toFixed(2)];
  return from === to ? mean.toFixed(2) : `${mean.toFixed(2)} (${from}–${to})`;
}
