/**
 * How much longer a success was than need be.
 *
 * @module
 */
import { metric } from './metric.ts';
import { meanRange, quotient } from './numbers.ts';
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
      meanRange(stepsRatio, stepsRatioLow, stepsRatioHigh, 2),
  },
});
