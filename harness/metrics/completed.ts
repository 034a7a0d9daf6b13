/**
 * Completion: a plan can be carried out to its end and miss the goal (OLP, section V-A).
 *
 * @module
 */
import { PLAN_COMPLETED } from '../../planners/planner.ts';
import { metric } from './metric.ts';
import { shared } from './poolings.ts';

export const completed = metric({
  name: 'completed',
  title: 'Completion',
  meaning: 'whether the whole plan was carried out, whatever came of it',
  count: ({ events }) => events.findLast((event) => event.event === 'stop')?.reason === PLAN_COMPLETED,
  pooled: shared('completed', 'completed'),
});
