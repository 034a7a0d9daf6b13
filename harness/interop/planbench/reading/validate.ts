/**
 * Verdicts on plans, by the project’s PDDL validator.
 *
 * @module
 */
import type { CheckedPddl } from '../../../../planners/pddl/check/check_pddl.ts';
import type { Atom, Effect } from '../../../../planners/pddl/read/domain.ts';
import { validatePlan } from '../../../../planners/pddl/validate/validate_plan.ts';
import type { Failure } from '../../../tables/papers/planbench/answer.ts';

/** Domain and problem, as they are checked. */
export type Problem = Pick<Extract<CheckedPddl, { status: 'ok' }>, 'domain' | 'problem'>;

/** Verdicts on plans, each plan of a problem judged once. */
export class Verdicts {
  readonly #known = new Map<Problem, Map<string, Failure | null>>();

  /** Null where the plan reaches the goal. */
  failure(stated: Problem, plan: readonly string[]): Failure | null {
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

function judged({ domain, problem }: Problem, plan: readonly string[]): Failure | null {
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

/** The facts that hold once the actions are carried out, checked or not; for actions without conditions in their effects. */
export function stateAfter({ domain, problem }: Problem, plan: readonly string[]): Set<string> {
  const text = (atom: Atom, objects: ReadonlyMap<string, string>) =>
    [atom.predicate, ...atom.terms].map(({ name }) => objects.get(name) ?? name).join(' ');
  const state = new Set(problem.init.flatMap((fact) => (fact.kind === 'true' ? [text(fact, new Map())] : [])));
  for (const step of plan) {
    const [name, ...args] = step.split(' ');
    const action = domain.actions.find((other) => other.name.name === name);
    if (action === undefined) continue;
    const objects = new Map(action.parameters.map(({ name: parameter }, at) => [parameter.name, args[at] ?? '']));
    const effects = flat(action.effect);
    for (const effect of effects) if (effect.kind === 'delete') state.delete(text(effect, objects));
    for (const effect of effects) if (effect.kind === 'add') state.add(text(effect, objects));
  }
  return state;
}

function flat(effect: Effect): Effect[] {
  return effect.kind === 'and' ? effect.parts.flatMap(flat) : [effect];
}
