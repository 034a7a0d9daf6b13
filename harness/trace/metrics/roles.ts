/**
 * Calls and tokens by role of a method, such as `policy`.
 *
 * @module
 */
import type { EpisodeCounts } from '../trace_schema.ts';
import { metric } from './metric.ts';
import { named } from './numbers.ts';
import { meanOf, totalled } from './poolings.ts';

type Roles = EpisodeCounts['roles'];
type Needs = { readonly roles: Roles };

export const roles = metric({
  name: 'roles',
  title: 'Roles',
  meaning: 'calls of the model by role of the method, with their tokens',
  count: ({ summary }) => summary.counts.roles,
  row: (value) => ({ callsByRole: named(Object.fromEntries(callsOf(value))) }),
  pooled: totalled('callsByRole', {
    how: 'sum by role',
    countsOf: (each: Needs) => Object.fromEntries(callsOf(each.roles)),
  }),
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
  return meanOf('mean per episode', name, (each: OfTask) =>
    each.roles[role] === undefined ? 0 : each.roles[role][name],
  );
}
