/**
 * States that the task planner expanded.
 *
 * @module
 */
import { totalOrNull } from '../episode_counts.ts';
import { metric } from './metric.ts';
import { averagedOverPlanned, searchedIn } from './problems.ts';

export const expanded = metric({
  name: 'expanded',
  title: 'Expanded states',
  meaning: 'states that the task planner expanded, over all problems; none where it does not say',
  count: (trace) => totalOrNull(searchedIn(trace).map((search) => search.expanded)),
  row: (value) => ({ expanded: value }),
  pooled: averagedOverPlanned('expanded'),
});
