/**
 * Calls and tokens by role of a method, such as `policy`.
 *
 * @module
 */
import { total, totalOrNull } from '../trace/episode_counts.ts';
import type { EpisodeCounts } from '../trace/trace_schema.ts';
import { metric } from './metric.ts';
import { named, sixDigits } from './numbers.ts';
import { field } from './poolings.ts';

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

/** Means per episode of each role, sorted by role; tokens are null where some answer has no count. */
export function costByRole(episodes: readonly Needs[]) {
  const all = episodes.flatMap((each) => Object.entries(each.roles)).sort(([a], [b]) => (a < b ? -1 : 1));
  const perEpisode = (sum: number | null) => (sum === null ? null : sixDigits(sum / episodes.length));
  return [...Map.groupBy(all, ([role]) => role)].map(([role, entries]) => {
    const counts = entries.map(([, count]) => count);
    return {
      role,
      episodes: episodes.length,
      calls: perEpisode(totalOrNull(counts.map((each) => each.calls))),
      promptTokens: perEpisode(totalOrNull(counts.map((each) => each.promptTokens))),
      completionTokens: perEpisode(totalOrNull(counts.map((each) => each.completionTokens))),
    };
  });
}
