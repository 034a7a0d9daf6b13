/**
 * Validates a plan by replaying it: names the action that is not applicable and the precondition that fails, or the goal that is
 * not reached.
 *
 * Works on the domain and the problem as they are written, without grounding and search, so that a defect there cannot
 * hide itself.
 *
 * @module
 */
import { Scope } from '../check/scope.ts';
import { TypeHierarchy, typesOf } from '../check/type_hierarchy.ts';
import { alternatives, quoted } from '../diagnostics/wording.ts';
import { Budget, GROUNDING_BOUNDS } from '../ground/bounds.ts';
import type { Action, Amount, Domain, Effect, TypedName } from '../read/domain.ts';
import type { Problem } from '../read/problem.ts';
import {
  atomText,
  type Binding,
  bindingsOf,
  failingPart,
  holds,
  type Interpretation,
  termText,
} from './evaluate_formula.ts';

export type PlanValidation =
  | { readonly status: 'valid'; readonly cost: number }
  | {
      readonly status: 'wrong';
      /** Names action and reason, or goal. */
      readonly message: string;
      /** From 1; null if all actions are applicable but the goal is not reached. */
      readonly action: number | null;
      /** The part of the precondition or goal that does not hold, as PDDL; null if the action itself is wrong. */
      readonly unmet: string | null;
    };

/**
 * Replays a plan, a list of actions such as `(pick a b)`. Throws `BoundReached` if quantifiers range over too many
 * objects.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { checkPddl, validatePlan } from 'tapedeck/pddl';
 *
 * const domain = `(define (domain ferry)
 *   (:predicates (here) (there))
 *   (:action sail :parameters () :precondition (here) :effect (and (there) (not (here)))))`;
 * const checked = checkPddl(domain, '(define (problem cross) (:domain ferry) (:init (here)) (:goal (there)))');
 * assert.ok(checked.status === 'ok');
 * const twice = validatePlan(checked.domain, checked.problem, ['(sail)', '(sail)']);
 * assert.ok(twice.status === 'wrong');
 * assert.deepEqual([twice.action, twice.unmet], [2, '(here)']);
 * ```
 */
export function validatePlan(
  domain: Domain,
  problem: Problem,
  plan: readonly string[],
  { stepsMax = GROUNDING_BOUNDS.stepsMax }: { readonly stepsMax?: number } = {},
): PlanValidation {
  const replay = new Replay(domain, problem, new Budget({ ...GROUNDING_BOUNDS, stepsMax }));
  for (const [index, step] of plan.entries()) {
    const failure = replay.step(step);
    if (failure === null) continue;
    const message = `action ${index + 1} of ${plan.length}, ${quoted(step)}: ${failure.why}`;
    return { status: 'wrong', message, action: index + 1, unmet: failure.unmet };
  }
  const { cost, unmet } = replay.outcome();
  if (unmet === null) return { status: 'valid', cost };
  const actions = plan.length === 1 ? 'action' : 'actions';
  return {
    status: 'wrong',
    message: `after ${plan.length} ${actions} the goal ${unmet} does not hold`,
    action: null,
    unmet,
  };
}

type Failure = { readonly why: string; readonly unmet: string | null };

const NOTHING: Binding = new Scope(new Map());

/** A state that the plan may have reached, and the cost of getting there. */
type Branch = { readonly state: Set<string>; readonly cost: number };
/** What an action changes in a branch. */
type Outcome = { readonly branch: Branch; readonly changes: Changes; readonly cost: number };

class Replay {
  readonly #actions: ReadonlyMap<string, readonly Action[]>;
  readonly #problem: Problem;
  readonly #types: TypeHierarchy;
  readonly #objects: ReadonlyMap<string, TypedName>;
  readonly #candidates = new Map<string, ReadonlySet<string>>();
  /** The values of functions: `(distance a b)` → value. */
  readonly #values: ReadonlyMap<string, number>;
  readonly #budget: Budget;
  /** One state, unless several actions have the same name. Never empty, no state twice. */
  #branches: readonly Branch[];

  constructor(domain: Domain, problem: Problem, budget: Budget) {
    this.#actions = Map.groupBy(domain.actions, (action) => action.name.name);
    this.#problem = problem;
    this.#budget = budget;
    this.#types = new TypeHierarchy(domain.types);
    this.#objects = new Map([...domain.constants, ...problem.objects].map((object) => [object.name.name, object]));
    const state = new Set(problem.init.flatMap((fact) => (fact.kind === 'true' ? [atomText(fact, NOTHING)] : [])));
    this.#branches = [{ state, cost: 0 }];
    this.#values = new Map(
      problem.init.flatMap((fact) => (fact.kind === 'value' ? [[amountText(fact, NOTHING), fact.value]] : [])),
    );
  }

  /** The cost, and the first part of the goal that does not hold; null if the goal is reached. */
  outcome(): { readonly cost: number; readonly unmet: string | null } {
    const { goal } = this.#problem;
    const [first, ...others] = this.#branches.filter(({ state }) => holds(goal, NOTHING, this.#interpretation(state)));
    if (first !== undefined) {
      return { cost: others.reduce((least, { cost }) => Math.min(least, cost), first.cost), unmet: null };
    }
    const { state, cost } = this.#branches[0]!;
    return { cost, unmet: failingPart(goal, NOTHING, this.#interpretation(state)) };
  }

  /** Applies an action; null, or why it is not applicable. */
  step(text: string): Failure | null {
    const words = /^\(([^()]*)\)$/.exec(text.trim())?.[1]?.trim().toLowerCase().split(/\s+/) ?? [];
    const [name = '', ...objects] = words;
    if (name === '') return { why: 'expected an action such as "(pick a b)"', unmet: null };
    // Fast Downward accepts several actions of the same name; the plan may mean any of them.
    const actions = this.#actions.get(name);
    if (actions === undefined) {
      return { why: `there is no action ${quoted(name)}; ${alternatives(name, this.#actions.keys())}`, unmet: null };
    }
    const failures: Failure[] = [];
    const next: Outcome[] = [];
    for (const branch of this.#branches) {
      for (const action of actions) {
        const outcome = this.#tryAction(action, objects, branch);
        if ('why' in outcome) failures.push(outcome);
        else next.push(outcome);
      }
    }
    if (next.length === 0) return failures[0] ?? null;
    const [only] = next;
    if (only !== undefined && next.length === 1) this.#branches = [{ state: changed(only), cost: only.cost }];
    else this.#branches = this.#cheapest(next);
    return null;
  }

  /** Each state once, at its lowest cost. Outcomes of one branch must not share its state. */
  #cheapest(outcomes: readonly Outcome[]): Branch[] {
    const byState = new Map<string, Branch>();
    for (const { branch, changes, cost } of outcomes) {
      this.#budget.step(branch.state.size);
      const state = changed({ branch: { ...branch, state: new Set(branch.state) }, changes });
      const key = [...state].sort().join('');
      if (cost < (byState.get(key)?.cost ?? Number.POSITIVE_INFINITY)) byState.set(key, { state, cost });
    }
    return [...byState.values()];
  }

  #tryAction(action: Action, objects: readonly string[], branch: Branch): Outcome | Failure {
    const wrong = this.#misfit(action, objects);
    if (wrong !== null) return { why: wrong, unmet: null };
    const binding = new Scope(new Map(action.parameters.map(({ name }, i) => [name.name, objects[i] ?? ''])));
    const interpretation = this.#interpretation(branch.state);
    const { precondition } = action;
    if (precondition !== null && !holds(precondition, binding, interpretation)) {
      const unmet = failingPart(precondition, binding, interpretation);
      return { why: `the precondition ${unmet} does not hold`, unmet };
    }
    const changes: Changes = { adds: [], deletes: [], amounts: [] };
    collect(action.effect, binding, { interpretation, changes });
    const cost = this.#costOf(changes.amounts.at(-1));
    if (cost === null) return { why: `the problem gives ${changes.amounts.at(-1)} no value`, unmet: null };
    return { branch, changes, cost: branch.cost + cost };
  }

  /** What is wrong with the arguments of an action; null if nothing is. */
  #misfit({ name, parameters }: Action, objects: readonly string[]): string | null {
    if (objects.length !== parameters.length) {
      return `${quoted(name.name)} takes ${parameters.length} objects, not ${objects.length}`;
    }
    const bound = new Map<string, string>();
    for (const [index, parameter] of parameters.entries()) {
      const object = objects[index] ?? '';
      if (!this.#objects.has(object)) {
        return `there is no object ${quoted(object)}; ${alternatives(object, this.#objects.keys())}`;
      }
      if (!this.#objectsFor(parameter).has(object)) {
        return `${quoted(object)} is not of the type ${typesOf(parameter).join(' or ')} of ${parameter.name.name}`;
      }
      if ((bound.get(parameter.name.name) ?? object) !== object) {
        return `${parameter.name.name} stands for two objects, which must be the same`;
      }
      bound.set(parameter.name.name, object);
    }
    return null;
  }

  /** Without a metric every action costs 1; with one, an action that states no cost costs 0. Null if a value is missing. */
  #costOf(amount: number | string | undefined): number | null {
    const isCounted = this.#problem.metric !== null;
    if (amount === undefined) return isCounted ? 0 : 1;
    const value = typeof amount === 'number' ? amount : this.#values.get(amount);
    if (value === undefined) return null;
    return isCounted ? value : 1;
  }

  #interpretation(state: ReadonlySet<string>): Interpretation {
    return {
      state,
      objectsFor: (variable) => this.#objectsFor(variable),
      budget: this.#budget,
    };
  }

  #objectsFor(variable: TypedName): ReadonlySet<string> {
    const types = typesOf(variable);
    const key = types.join(' ');
    let found = this.#candidates.get(key);
    if (found === undefined) {
      this.#budget.step(this.#objects.size * types.length);
      found = new Set(
        [...this.#objects.values()]
          .filter((object) => typesOf(object).some((own) => types.some((type) => this.#types.isBelow(own, type))))
          .map(({ name }) => name.name),
      );
      this.#candidates.set(key, found);
    }
    return found;
  }
}

type Changes = { readonly adds: string[]; readonly deletes: string[]; readonly amounts: (number | string)[] };

/** The state after an action. It is changed in place, since long plans would spend their time on copies. */
function changed({ branch: { state }, changes }: Pick<Outcome, 'branch' | 'changes'>): Set<string> {
  for (const atom of changes.deletes) state.delete(atom);
  for (const atom of changes.adds) state.add(atom);
  return state;
}

/** Collects the changes of an effect; its conditions are evaluated in the state before. */
function collect(
  effect: Effect,
  binding: Binding,
  into: { readonly interpretation: Interpretation; readonly changes: Changes },
): void {
  const { interpretation, changes } = into;
  switch (effect.kind) {
    case 'add':
      changes.adds.push(atomText(effect, binding));
      break;
    case 'delete':
      changes.deletes.push(atomText(effect, binding));
      break;
    case 'and':
      for (const part of effect.parts) collect(part, binding, into);
      break;
    case 'when':
      if (holds(effect.condition, binding, interpretation)) collect(effect.part, binding, into);
      break;
    case 'forall':
      for (const inner of bindingsOf(effect.variables, binding, interpretation)) collect(effect.part, inner, into);
      break;
    case 'increase':
      changes.amounts.push(typeof effect.amount === 'number' ? effect.amount : amountText(effect.amount, binding));
      break;
  }
}

function amountText(amount: Exclude<Amount, number>, binding: Binding): string {
  return `(${[amount.function.name, ...amount.terms.map((term) => termText(term, binding))].join(' ')})`;
}
