/** A plan by search: a shortest one where the expansions suffice to prove it, else the shortest that could be found. */
import type { Action } from '../../envs/env.ts';
import { aStar } from './a_star.ts';
import type { Searchable } from './searchable.ts';
import { shortenPlan } from './shorten_plan.ts';

export type FindPlanOptions = {
  /** Most expansions of the search for a shortest plan, and once more of each search for any plan. */
  readonly expansionsMax: number;
};

export type FoundPlan = {
  /** Null where there is none, or none was found. */
  readonly plan: readonly Action[] | null;
  /** Whether it is proven that no plan is shorter; with no plan, that there is none. */
  readonly optimal: boolean;
  /** No plan has fewer steps; infinite where it is proven that there is none. */
  readonly lowerBound: number;
  /** States whose successors were looked at, in all searches. */
  readonly expanded: number;
};

/** What an estimated step counts in the searches for any plan, one after the other until one finds something. */
const WEIGHTS = [2, 5, 20];

/**
 * Searches from where the model stands to where its goal holds; the model itself stays as it is.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask, findPlan, searchable } from 'tapedeck/env';
 * import { household } from 'tapedeck/household';
 *
 * const env = bindTask(household, { scene: 'house_1', tasks: 'table_1', task: 'open_fridge' }).newEnv(0);
 * await env.reset();
 * const { plan, lowerBound } = findPlan(searchable(env.model!()), { expansionsMax: 20_000 });
 * assert.equal(plan?.length, lowerBound);
 * ```
 */
export function findPlan(model: Searchable, { expansionsMax }: FindPlanOptions): FoundPlan {
  const exact = aStar(model, { expansionsMax, weight: 1 });
  const { lowerBound } = exact;
  let { expanded } = exact;
  if (exact.status !== 'limit') return { plan: exact.plan, optimal: true, lowerBound, expanded };
  for (const weight of WEIGHTS) {
    const quick = aStar(model, { expansionsMax, weight });
    expanded += quick.expanded;
    if (quick.status === 'none') return { plan: null, optimal: true, lowerBound: quick.lowerBound, expanded };
    if (quick.plan === null) continue;
    const plan = shortenPlan(model, quick.plan);
    return { plan, optimal: plan.length <= lowerBound, lowerBound, expanded };
  }
  return { plan: null, optimal: false, lowerBound, expanded };
}
