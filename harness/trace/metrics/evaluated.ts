/**
 * States that the task planner evaluated.
 *
 * @module
 */
import { totalOrNull } from '../episode_counts.ts';
import { metric } from './metric.ts';
import { averagedOverPlanned, searchedIn } from './problems.ts';

export const evaluated = metric({
  name: 'evaluated',
  title: 'Evaluated states',
  meaning: 'states of which the task planner computed the heuristic, over all problems; none where it does not say',
  count: (trace) => totalOrNull(searchedIn(trace).map((search) => search.evaluated)),
  row: (value) => ({ evaluated: value }),
  pooled: averagedOverPlanned('evaluated'),
});
