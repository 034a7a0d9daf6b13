/**
 * Whether predicted actions lead to a task's goal: what the planner says, as EAI's Fast Downward would.
 *
 * @module
 */
import { planProblem } from '../../../../planners/pddl/plan/plan_problem.ts';
import type { PlannerTexts } from './planner_texts.ts';

/** `refused` is a text that the translator fails on. */
export type PlannerVerdict = {
  readonly verdict: 'solved' | 'unsolvable' | 'refused' | 'limit';
  readonly what: string | null;
};

/** Greedy search is quick where it is not led astray; A* is then less so. */
const SEARCHES = [
  { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 500 } },
  { search: 'astar', heuristic: 'ff', limits: { expansionsMax: 20_000 } },
] as const;

export function leadsToGoal({ domain, problem, refusal }: PlannerTexts): PlannerVerdict {
  if (refusal !== null && canBeReached(domain, refusal)) {
    return { verdict: 'refused', what: 'an effect names a variable that nothing declares' };
  }
  let what: string | null = null;
  for (const options of SEARCHES) {
    const { status, message, plan } = planProblem(domain, problem, options);
    if (status === 'solved') return { verdict: 'solved', what: `a plan of ${plan?.length} actions` };
    if (status === 'unsolvable') return { verdict: 'unsolvable', what: message };
    if (status !== 'limit') return { verdict: 'refused', what: message };
    what = message;
  }
  return { verdict: 'limit', what };
}

/** Without regard to what actions delete, which is how far the translator looks. */
function canBeReached(domain: string, problem: string): boolean {
  const { status } = planProblem(domain, problem, { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 1 } });
  return status === 'limit' || status === 'solved';
}
