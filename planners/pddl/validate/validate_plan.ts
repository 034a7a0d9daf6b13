import { Scope, TypeHierarchy, typesOf } from '../check/type_hierarchy.ts';
import { alternatives, pluralize, quote } from '../diagnostics/wording.ts';
import { Budget, GROUNDING_BOUNDS } from '../ground/bounds.ts';
import {
  type Action,
  type Atom,
  type Domain,
  type Effect,
  type Formula,
  type FunctionTerm,
  partsOf,
  type TypedName,
} from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { Problem } from '../read/problem.ts';
import { ACTION, wordsOf } from './plan_file.ts';

export type PlanValidation =
  | Readonly<{ status: 'valid'; cost: number }>
  | Readonly<{
      status: 'wrong';
      message: string;
      /** Counted from 1; null if only the goal fails. */
      action: number | null;
      /** In PDDL; null if the action itself is wrong. */
      unmet: string | null;
    }>;

/**
 * Replays a plan without grounding or search. Throws `BoundReached` if quantifiers range over too many objects.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { checkPddl, validatePlan } from 'tapedeck/pddl';
 *
 * const domain = '(define (domain d) (:predicates (here)) (:action sail :precondition (here) :effect (not (here))))';
 * const checked = checkPddl(domain, '(define (problem p) (:domain d) (:init (here)) (:goal (and)))');
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
    const message = `action ${index + 1} of ${plan.length}, ${quote(step)}: ${failure.reason}`;
    return { status: 'wrong', message, action: index + 1, unmet: failure.unmet };
  }
  const { cost, unmet } = replay.outcome();
  if (unmet === null) return { status: 'valid', cost };
  const message = `after ${pluralize(plan.length, 'action')} the goal ${unmet} does not hold`;
  return { status: 'wrong', message, action: null, unmet };
}

type Failure = Readonly<{ reason: string; unmet: string | null }>;
type Branch = Readonly<{ state: Set<string>; cost: number }>;
type Changes = Readonly<{ adds: string[]; deletes: string[]; amounts: (number | string)[] }>;
/** `state` is from before the changes, `cost` from after them. */
type Outcome = Branch & { readonly changes: Changes };

const NO_BINDING: Binding = new Scope(new Map());

class Replay {
  readonly #actions: ReadonlyMap<string, readonly Action[]>;
  readonly #problem: Problem;
  readonly #types: TypeHierarchy;
  readonly #objects: ReadonlyMap<string, TypedName>;
  readonly #objectsByType = new Map<string, ReadonlySet<string>>();
  readonly #values: ReadonlyMap<string, number>;
  readonly #budget: Budget;
  /** Several only if actions share a name; never empty. */
  #branches: readonly Branch[];

  constructor(domain: Domain, problem: Problem, budget: Budget) {
    this.#actions = Map.groupBy(domain.actions, (action) => action.name.name);
    this.#problem = problem;
    this.#budget = budget;
    this.#types = new TypeHierarchy(domain.types);
    this.#objects = new Map([...domain.constants, ...problem.objects].map((object) => [object.name.name, object]));
    const { init } = problem;
    const state = new Set(init.flatMap((fact) => (fact.kind === 'true' ? [atomText(fact, NO_BINDING)] : [])));
    this.#branches = [{ state, cost: 0 }];
    this.#values = new Map(
      init.flatMap((fact) => (fact.kind === 'value' ? [[amountText(fact, NO_BINDING), fact.value]] : [])),
    );
  }

  outcome(): Readonly<{ cost: number; unmet: string | null }> {
    const { goal } = this.#problem;
    const [first, ...others] = this.#branches
      .filter(({ state }) => holds(goal, NO_BINDING, this.#modelOf(state)))
      .map(({ cost }) => cost);
    if (first !== undefined) return { cost: others.reduce((least, cost) => Math.min(least, cost), first), unmet: null };
    const { state, cost } = this.#branches[0]!;
    return { cost, unmet: failingPart(goal, NO_BINDING, this.#modelOf(state)) };
  }

  step(text: string): Failure | null {
    const [name, ...objects] = wordsOf(text.trim()) ?? [];
    if (name === undefined) return { reason: `expected ${ACTION}`, unmet: null };
    // Fast Downward accepts several actions of one name.
    const actions = this.#actions.get(name);
    if (actions === undefined) {
      return { reason: `there is no action ${quote(name)}; ${alternatives(name, this.#actions.keys())}`, unmet: null };
    }
    const outcomes = this.#branches.flatMap((branch) =>
      actions.map((action) => this.#tryAction(action, objects, branch)),
    );
    const next = outcomes.filter((outcome) => 'changes' in outcome);
    const [only] = next;
    if (only === undefined) return outcomes[0] as Failure;
    this.#branches = next.length === 1 ? [{ state: applyChanges(only), cost: only.cost }] : this.#cheapest(next);
    return null;
  }

  #cheapest(outcomes: readonly Outcome[]): Branch[] {
    const byState = new Map<string, Branch>();
    for (const { state: before, changes, cost } of outcomes) {
      this.#budget.step(before.size);
      const state = applyChanges({ state: new Set(before), changes });
      const key = [...state].sort().join('');
      if (cost < (byState.get(key)?.cost ?? Number.POSITIVE_INFINITY)) byState.set(key, { state, cost });
    }
    return [...byState.values()];
  }

  #tryAction(action: Action, objects: readonly string[], { state, cost: costBefore }: Branch): Outcome | Failure {
    const mistake = this.#argumentMistake(action, objects);
    if (mistake !== null) return { reason: mistake, unmet: null };
    const binding = new Scope(new Map(action.parameters.map(({ name }, i) => [name.name, objects[i]!])));
    const model = this.#modelOf(state);
    const { precondition, effect } = action;
    if (precondition !== null && !holds(precondition, binding, model)) {
      const unmet = failingPart(precondition, binding, model);
      return { reason: `the precondition ${unmet} does not hold`, unmet };
    }
    const changes: Changes = { adds: [], deletes: [], amounts: [] };
    collectChanges(effect, binding, model, changes);
    const amount = changes.amounts.at(-1);
    const cost = this.#costOf(amount);
    if (cost === undefined) return { reason: `the problem does not give ${amount} a value`, unmet: null };
    return { state, changes, cost: costBefore + cost };
  }

  #argumentMistake({ name, parameters }: Action, objects: readonly string[]): string | null {
    if (objects.length !== parameters.length) {
      return `${quote(name.name)} takes ${pluralize(parameters.length, 'object')}, found ${objects.length}`;
    }
    const bound = new Map<string, string>();
    for (const [index, parameter] of parameters.entries()) {
      const object = objects[index]!;
      const variable = parameter.name.name;
      if (!this.#objects.has(object)) {
        return `there is no object ${quote(object)}; ${alternatives(object, this.#objects.keys())}`;
      }
      if (!this.#objectsFor(parameter).has(object)) {
        return `${variable} must be of type ${typesOf(parameter).join(' or ')}, found ${quote(object)}`;
      }
      if ((bound.get(variable) ?? object) !== object) {
        return `${variable} is bound to two different objects`;
      }
      bound.set(variable, object);
    }
    return null;
  }

  #costOf(amount: number | string | undefined): number | undefined {
    const hasMetric = this.#problem.metric !== null;
    if (amount === undefined) return hasMetric ? 0 : 1;
    const value = typeof amount === 'number' ? amount : this.#values.get(amount);
    return value === undefined || hasMetric ? value : 1;
  }

  #modelOf(state: ReadonlySet<string>): Model {
    return { state, objectsFor: (variable) => this.#objectsFor(variable), budget: this.#budget };
  }

  #objectsFor(variable: TypedName): ReadonlySet<string> {
    const types = typesOf(variable);
    const key = types.join(' ');
    let objects = this.#objectsByType.get(key);
    if (objects === undefined) {
      this.#budget.step(this.#objects.size * types.length);
      const fitting = [...this.#objects.values()].filter((object) => this.#types.fits(object, variable));
      objects = new Set(fitting.map(({ name }) => name.name));
      this.#objectsByType.set(key, objects);
    }
    return objects;
  }
}

/** In place, since copies would dominate long plans. */
function applyChanges({ state, changes }: Pick<Outcome, 'state' | 'changes'>): Set<string> {
  for (const atom of changes.deletes) state.delete(atom);
  for (const atom of changes.adds) state.add(atom);
  return state;
}

function collectChanges(effect: Effect, binding: Binding, model: Model, changes: Changes) {
  switch (effect.kind) {
    case 'add':
      changes.adds.push(atomText(effect, binding));
      break;
    case 'delete':
      changes.deletes.push(atomText(effect, binding));
      break;
    case 'and':
      for (const part of effect.parts) collectChanges(part, binding, model, changes);
      break;
    case 'when':
      if (holds(effect.condition, binding, model)) collectChanges(effect.part, binding, model, changes);
      break;
    case 'forall':
      for (const inner of bindingsOf(effect.variables, binding, model)) {
        collectChanges(effect.part, inner, model, changes);
      }
      break;
    default:
      changes.amounts.push(typeof effect.amount === 'number' ? effect.amount : amountText(effect.amount, binding));
  }
}

function amountText({ function: predicate, terms }: FunctionTerm, binding: Binding) {
  return atomText({ predicate, terms }, binding);
}

export type Model = Readonly<{
  state: ReadonlySet<string>;
  objectsFor: (variable: TypedName) => Iterable<string>;
  budget: Budget;
}>;

type Binding = Scope<string>;

export function holds(formula: Formula, binding: Binding, model: Model): boolean {
  model.budget.step();
  const isTrue = (part: Formula) => holds(part, binding, model);
  switch (formula.kind) {
    case 'atom':
      return model.state.has(atomText(formula, binding));
    case 'equal':
      return termText(formula.left, binding) === termText(formula.right, binding);
    case 'and':
      return formula.parts.every(isTrue);
    case 'or':
      return formula.parts.some(isTrue);
    case 'not':
      return !isTrue(formula.part);
    case 'imply':
      return !isTrue(formula.premise) || isTrue(formula.conclusion);
    case 'forall':
      return firstBinding(formula, binding, model, false) === undefined;
    case 'exists':
      return firstBinding(formula, binding, model, true) !== undefined;
  }
}

export function failingPart(formula: Formula, binding: Binding, model: Model): string {
  if (formula.kind === 'and') {
    const part = formula.parts.find((other) => !holds(other, binding, model));
    if (part !== undefined) return failingPart(part, binding, model);
  }
  if (formula.kind === 'forall') {
    const inner = firstBinding(formula, binding, model, false);
    if (inner !== undefined) return failingPart(formula.part, inner, model);
  }
  return formulaText(formula, binding);
}

function firstBinding(
  { variables, part }: Extract<Formula, { kind: 'forall' | 'exists' }>,
  binding: Binding,
  model: Model,
  value: boolean,
): Binding | undefined {
  for (const inner of bindingsOf(variables, binding, model)) if (holds(part, inner, model) === value) return inner;
  return undefined;
}

function* bindingsOf(
  [variable, ...others]: readonly TypedName[],
  outer: Binding,
  model: Model,
): Generator<Binding, void, void> {
  if (variable === undefined) {
    yield outer;
    return;
  }
  for (const object of model.objectsFor(variable)) {
    model.budget.step();
    yield* bindingsOf(others, new Scope(new Map([[variable.name.name, object]]), outer), model);
  }
}

function atomText({ predicate, terms }: Pick<Atom, 'predicate' | 'terms'>, binding: Binding) {
  // A list of words would be slow for conditions of 50,000 parts.
  let words = predicate.name;
  for (const term of terms) words += ` ${termText(term, binding)}`;
  return `(${words})`;
}

function termText(term: Word, binding: Binding) {
  return binding.get(term.name) ?? term.name;
}

function formulaText(formula: Formula, binding: Binding): string {
  const { kind } = formula;
  const text = (part: Formula) => formulaText(part, binding);
  switch (kind) {
    case 'atom':
      return atomText(formula, binding);
    case 'equal':
      return `(= ${termText(formula.left, binding)} ${termText(formula.right, binding)})`;
    case 'and':
    case 'or':
    case 'not':
    case 'imply':
      return `(${[kind, ...partsOf(formula).map(text)].join(' ')})`;
    default: {
      const names = new Map(formula.variables.map(({ name }) => [name.name, name.name]));
      const variables = formula.variables.map(variableText).join(' ');
      return `(${kind} (${variables}) ${formulaText(formula.part, new Scope(names, binding))})`;
    }
  }
}

function variableText({ name, types }: TypedName) {
  if (types === null) return name.name;
  const typeNames = types.map((type) => type.name).join(' ');
  return `${name.name} - ${types.length === 1 ? typeNames : `(either ${typeNames})`}`;
}
