/**
 * States that the task planner evaluated.
 *
 * @module
 */
import { totalOrNull } from '../trace/episode_counts.ts';
import { metric } from './metric.ts';
import { meanOrNull } from './numbers.ts';
import { field } from './poolings.ts';
import { cameToPlanning, searchedIn } from './problems.ts';

type Needs = { readonly evaluated: number | null; readonly problems: number };

export const evaluated = metric({
  name: 'evaluated',
  title: 'Evaluated states',
  meaning: 'states of which the task planner computed the heuristic, over all problems; none where it does not say',
  count: (trace) => totalOrNull(searchedIn(trace).map((search) => search.evaluated)),
  row: (value) => ({ evaluated: value }),
  pooled: field<'evaluated', Needs, number | null>(
    'mean over the episodes that came to planning',
    'evaluated',
    (episodes) => meanOrNull(cameToPlanning(episodes).map((each) => each.evaluated)),
  ),
});
