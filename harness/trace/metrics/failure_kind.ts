/**
 * What kind of failure ended an episode without success.
 *
 * @module
 */
import { PLAN_COMPLETED } from '../../../planners/planner.ts';
import { total } from '../episode_counts.ts';
import type { Trace } from '../trace.ts';
import { metric } from './metric.ts';
import { totalled } from './poolings.ts';

/** How an episode failed, in the order of the way from a reply to a goal; other ends go by their own names. */
export const FAILURE_KINDS = [
  'parse',
  'schema',
  'grounding',
  'unsolvable',
  'planning_limit',
  'precondition',
  'motion',
  'goal',
] as const;

type Needs = { readonly failureKind: string | null };

export const failureKind = metric({
  name: 'failureKind',
  title: 'Kind of failure',
  meaning: `what ended an episode without success: ${FAILURE_KINDS.join(', ')}, or else the reason of the planner or the end of the episode`,
  count: kindOf,
  row: (value) => ({ failureKind: value }),
  pooled: totalled('failureKinds', {
    how: 'episodes by kind',
    countsOf: ({ failureKind: kind }: Needs) => (kind === null ? {} : { [kind]: 1 }),
  }),
});

export function countKinds(episodes: readonly Needs[]): Record<string, number> {
  return total(episodes.flatMap((each) => (each.failureKind === null ? [] : [[each.failureKind, 1]])));
}

/** A plan that ends at a refused action fails by the rules (`precondition`) or by the arm (`motion`). */
function kindOf({ events, summary }: Trace): string | null {
  if (summary.success) return null;
  const ending = events.findLast((event) => event.event === 'stop')?.reason ?? summary.end;
  if (ending === PLAN_COMPLETED) return 'goal';
  if (ending !== 'action_failed') return ending;
  const refused = events.findLast((event) => event.event === 'step' && !event.ok);
  const level = refused?.event === 'step' ? refused.reason?.level : undefined;
  return level === undefined || level === 'symbolic' ? 'precondition' : 'motion';
}
