/**
 * Steps: actions that the planner had carried out or that were refused.
 *
 * @module
 */
import { metric, numberIn, ofSuccess } from './metric.ts';
import { meanOf } from './poolings.ts';

type Needs = { readonly task: string; readonly steps: number; readonly success: boolean };

export const steps = metric({
  name: 'steps',
  title: 'Steps',
  meaning: 'actions of the planner, refused ones included',
  count: ({ summary }) => summary.steps,
  row: (value) => ({ steps: value }),
  compared: {
    better: 'less',
    unit: 'number',
    over: 'both succeed',
    of: ofSuccess(numberIn('steps')),
  },
  pooled: meanOf(
    'mean over successes; 95 % interval by bootstrap over tasks',
    'averageStepsOfSuccesses',
    (each: Needs) => (each.success ? each.steps : undefined),
  ),
});
