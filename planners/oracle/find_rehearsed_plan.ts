/** A plan that the world carries out: a shortest one by the rules where an arm agrees, else one around what it refuses. */
import type { Rehearsal } from '../../envs/env.ts';
import { canCarryOut } from './can_carry_out.ts';
import { type FindPlanOptions, type FoundPlan, findPlan } from './find_plan.ts';
import { rehearsedSearch } from './rehearsed_search.ts';
import { searchable } from './searchable.ts';

export type FindRehearsedPlanOptions = FindPlanOptions & {
  /** Most actions that are rehearsed in the search around what is refused. */
  readonly rehearsalsMax: number;
};

/** What is proven of the plan holds with the arm and for this world's chance; `expanded` counts rehearsed actions, too. */
export function findRehearsedPlan(start: Rehearsal, options: FindRehearsedPlanOptions): FoundPlan {
  const byRules = findPlan(searchable(start.model()), options);
  if (byRules.plan === null || canCarryOut(start, byRules.plan)) return byRules;
  const { plan, isLimit, rehearsed } = rehearsedSearch(start, options);
  const lowerBound = isLimit ? byRules.lowerBound : (plan?.length ?? Number.POSITIVE_INFINITY);
  return { plan, optimal: !isLimit, lowerBound, expanded: byRules.expanded + rehearsed };
}
