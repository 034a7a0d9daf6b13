/**
 * Plans from two PDDL texts with an installed Fast Downward, and validates its plan before returning it.
 *
 * @module
 */
import { type CheckedPddl, checkPddl } from '../check/check_pddl.ts';
import { BoundReached } from '../ground/bounds.ts';
import { type PlanDocument, planDocument } from '../plan/plan_document.ts';
import { withWarnings } from '../plan/plan_problem.ts';
import type { Domain } from '../read/domain.ts';
import { validatePlan } from '../validate/validate_plan.ts';
import { FastDownwardError, type FastDownwardOptions, type FastDownwardResult, fastDownward } from './fast_downward.ts';

export type PlanWithFastDownwardOptions = FastDownwardOptions & {
  /** Gives milliseconds. */
  readonly clock?: () => number;
  /** Runs Fast Downward; for callers that do so in another thread. */
  readonly run?: (domainText: string, problemText: string) => Promise<FastDownwardResult>;
};

/**
 * `searchMs` is the total time of Fast Downward's search component, which papers quote; `totalMs` is by the clock. Throws
 * `FastDownwardError` if Fast Downward cannot be run, fails, or gives a wrong plan.
 */
export async function planWithFastDownward(
  domainText: string,
  problemText: string,
  options: PlanWithFastDownwardOptions,
): Promise<PlanDocument> {
  const { clock, run = (domain, problem) => fastDownward(domain, problem, options) } = options;
  const began = clock?.() ?? 0;
  const result = await run(domainText, problemText);
  const totalMs = clock === undefined ? null : clock() - began;
  const checked = checkPddl(domainText, problemText);
  return { ...withWarnings(documentOf(result, checked), checked.warnings), totalMs };
}

function documentOf(result: FastDownwardResult, checked: CheckedPddl): PlanDocument {
  const { expanded, evaluated, generated, totalTimeMs: searchMs } = result;
  const document = { ...planDocument(result.status), expanded, evaluated, generated, searchMs };
  switch (result.status) {
    case 'solved':
      return { ...document, plan: result.plan, cost: costOf(result, checked) };
    case 'unsolvable':
      return { ...document, message: 'Fast Downward found no plan' };
    case 'limit':
      return { ...document, message: `Fast Downward was stopped by a limit: ${result.limit}` };
    default: {
      // Our own reader says where the error is, which Fast Downward does not.
      if (checked.status === 'ok') return { ...document, message: result.message };
      return { ...document, message: checked.message, line: checked.line, column: checked.column };
    }
  }
}

/** The plan's cost, replayed if our own reader accepts the texts; it supports fewer features than Fast Downward. */
function costOf(
  { plan, cost }: Extract<FastDownwardResult, { status: 'solved' }>,
  checked: CheckedPddl,
): number | null {
  if (checked.status !== 'ok') return cost;
  try {
    const validation = validatePlan(checked.domain, checked.problem, plan);
    if (validation.status === 'wrong')
      throw new FastDownwardError(`Fast Downward's plan is wrong: ${validation.message}`);
    const { cost: replayed } = validation;
    // Among actions of the same name the replay takes the cheapest, Fast Downward any.
    const isPossible = cost === null || cost === replayed || (cost > replayed && hasTwins(checked.domain));
    if (isPossible) return cost ?? replayed;
    throw new FastDownwardError(`Fast Downward says that its plan costs ${cost}, and replayed it costs ${replayed}`);
  } catch (error) {
    if (error instanceof BoundReached) return cost;
    throw error;
  }
}

function hasTwins({ actions }: Domain): boolean {
  return new Set(actions.map(({ name }) => name.name)).size < actions.length;
}
