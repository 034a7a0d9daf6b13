/**
 * Completion, OLP's own metric beside success (section V-A): a plan can be carried out to its end and miss the goal.
 *
 * @module
 */
import { PLAN_COMPLETED } from '../../../planners/planner.ts';
import { metric } from './metric.ts';
import { shared } from './poolings.ts';

export const completed = metric({
  name: 'completed',
  title: 'Completion',
  meaning:
    'whether the planner says that it carried its whole plan out (it stops as `plan_completed`), whatever came of it; not a success, which is the goal’s to say',
  count: ({ events }) => events.findLast((event) => event.event === 'stop')?.reason === PLAN_COMPLETED,
  pooled: shared('completed', 'completed'),
});
