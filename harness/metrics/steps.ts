/**
 * Steps: actions that the planner had carried out or that were refused.
 *
 * @module
 */
import { metric, numberIn } from './metric.ts';
import { mean } from './numbers.ts';
import { field } from './poolings.ts';

type Needs = { readonly steps: number; readonly success: boolean };

export const steps = metric({
  name: 'steps',
  title: 'Steps',
  meaning: 'actions of the planner, refused ones included',
  count: ({ summary }) => summary.steps,
  row: (value) => ({ steps: value }),
  compared: {
    better: 'less',
    unit: 'number',
    over: 'pairs of successes',
    of: (row) => (row['success'] === true ? numberIn('steps')(row) : null),
  },
  pooled: field('mean over successes', 'averageStepsOfSuccesses', (episodes: readonly Needs[]) =>
    mean(episodes.filter((each) => each.success).map((each) => each.steps)),
  ),
});
