/**
 * Calls and tokens by role of a method, such as `policy`.
 *
 * @module
 */
import { total } from '../trace/episode_counts.ts';
import type { EpisodeCounts } from '../trace/trace_schema.ts';
import { metric } from './metric.ts';
import { named } from './numbers.ts';
import { field, meanOf } from './poolings.ts';

type Roles = EpisodeCounts['roles'];
type Needs = { readonly roles: Roles };

export const roles = metric({
  name: 'roles',
  title: 'Roles',
  meaning: 'calls of the model by role of the method, with their tokens',
  count: ({ summary }) => summary.counts.roles,
  row: (value) => ({ callsByRole: named(Object.fromEntries(callsOf(value))) }),
  pooled: field('sum by role', 'callsByRole', (episodes: readonly Needs[]) =>
    named(total(episodes.flatMap((each) => callsOf(each.roles)))),
  ),
});

function callsOf(value: Roles): [role: string, calls: number][] {
  return Object.entries(value).map(([role, { calls }]) => [role, calls]);
}

type OfTask = Needs & { readonly task: string };

/**
 * Means per episode of each role, sorted by role, with their 95 % intervals by bootstrap over tasks; tokens are null where some answer has no
 * count.
 */
export function costByRole(episodes: readonly OfTask[]) {
  const names = new Set(episodes.flatMap((each) => Object.keys(each.roles)));
  return [...names].sort().map((role) => ({
    role,
    episodes: episodes.length,
    ...meanCost('calls', role).over(episodes),
    ...meanCost('promptTokens', role).over(episodes),
    ...meanCost('completionTokens', role).over(episodes),
  }));
}

/** An episode without the role costs nothing in it. */
function meanCost<N extends 'calls' | 'promptTokens' | 'completionTokens'>(name: N, role: string) {
  return meanOf(`mean per episode`, name, (episodes: readonly OfTask[]) => {
    const all = episodes.map((each) => ({
      task: each.task,
      value: each.roles[role] === undefined ? 0 : each.roles[role][name],
    }));
    return all.some(({ value }) => value === null) ? [] : all.map(({ task, value }) => ({ task, value: value ?? 0 }));
  });
}
