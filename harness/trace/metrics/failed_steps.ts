/**
 * Failed steps: what the world refused.
 *
 * @module
 */
import { metric } from './metric.ts';
import { summed } from './poolings.ts';

export const failedSteps = metric({
  name: 'failedSteps',
  title: 'Failed steps',
  meaning: 'steps that the world refused, those of which the planner was not told included',
  count: ({ summary }) => summary.counts.failedSteps,
  row: (value) => ({ failedSteps: value }),
  pooled: summed('failedSteps'),
});
