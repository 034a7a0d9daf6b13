/**
 * States that the task planner expanded.
 *
 * @module
 */
import { totalOrNull } from '../trace/episode_counts.ts';
import { metric } from './metric.ts';
import { meanOrNull } from './numbers.ts';
import { field } from './poolings.ts';
import { cameToPlanning, searchedIn } from './problems.ts';

type Needs = { readonly expanded: number | null; readonly problems: number };

export const expanded = metric({
  name: 'expanded',
  title: 'Expanded states',
  meaning: 'states that the task planner expanded, over all problems; none where it does not say',
  count: (trace) => totalOrNull(searchedIn(trace).map((search) => search.expanded)),
  row: (value) => ({ expanded: value }),
  pooled: field<'expanded', Needs, number | null>(
    'mean over the episodes that came to planning',
    'expanded',
    (episodes) => meanOrNull(cameToPlanning(episodes).map((each) => each.expanded)),
  ),
});
