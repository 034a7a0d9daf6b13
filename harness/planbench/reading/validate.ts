/**
 * Verdicts on plans, by the project’s PDDL validator.
 *
 * @module
 */
import { validatePlan } from '../../../planners/pddl/validate/validate_plan.ts';
import type { Failure } from '../scored/answer.ts';
import type { StatedProblem } from './problems.ts';

/** Verdicts on plans, each plan of a problem judged once. */
export class Verdicts {
  readonly #known = new Map<StatedProblem, Map<string, Failure | null>>();

  /** Null where the plan reaches the goal. */
  failure(stated: StatedProblem, plan: readonly string[]): Failure | null {
    let known = this.#known.get(stated);
    if (known === undefined) {
      known = new Map();
      this.#known.set(stated, known);
    }
    const key = plan.join('\n');
    let failure = known.get(key);
    if (failure === undefined) {
      failure = judged(stated, plan);
      known.set(key, failure);
    }
    return failure;
  }
}

function judged({ domain, problem }: StatedProblem, plan: readonly string[]): Failure | null {
  const steps = plan.map((action) => `(${action})`);
  const verdict = validatePlan(domain, problem, steps);
  if (verdict.status === 'valid') return null;
  if (verdict.action !== null) {
    const action = plan[verdict.action - 1]!;
    return verdict.unmet === null
      ? { kind: 'name', step: verdict.action, action }
      : { kind: 'precondition', step: verdict.action, action, unmet: [bare(verdict.unmet)] };
  }
  const goals = problem.goal.kind === 'and' ? problem.goal.parts : [problem.goal];
  const missing = goals.flatMap((goal) => {
    const { status, ...part } = validatePlan(domain, { ...problem, goal }, steps);
    return status === 'valid' || !('unmet' in part) || part.unmet === null ? [] : [bare(part.unmet)];
  });
  return { kind: 'goal', missing };
}

function bare(fact: string): string {
  return fact.replace(/^\(|\)$/g, '');
}
