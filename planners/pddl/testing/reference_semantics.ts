/** PDDL's semantics, to check grounding against: all objects for all variables, formulas as they stand, sets of atoms. */
import { TypeHierarchy } from '../check/type_hierarchy.ts';
import type { Action, Amount, Atom, Domain, Effect, Formula, FunctionTerm, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { Problem } from '../read/problem.ts';
import { cheapest } from './reference_search.ts';

export type AtomSet = ReadonlySet<string>;

type Binding = ReadonlyMap<string, string>;

export type GroundAction = Readonly<{ action: Action; binding: Binding; name: string }>;

export class ReferenceSemantics {
  readonly #domain: Domain;
  readonly #problem: Problem;

  constructor(domain: Domain, problem: Problem) {
    this.#domain = domain;
    this.#problem = problem;
  }

  initial(): Set<string> {
    return new Set(this.#problem.init.flatMap((fact) => (fact.kind === 'true' ? [atomText(fact, new Map())] : [])));
  }

  isGoal(state: AtomSet): boolean {
    return this.#holds(this.#problem.goal, new Map(), state);
  }

  /** Every action with every combination of objects of the right types, and with a cost. */
  steps(): GroundAction[] {
    return this.#domain.actions.flatMap((action) => {
      return this.#bindings(action.parameters, new Map()).flatMap((binding) => {
        const objects = action.parameters.map(({ name }) => binding.get(name.name));
        const name = `(${[action.name.name, ...objects].join(' ')})`;
        return this.cost({ action, binding, name }) === null ? [] : [{ action, binding, name }];
      });
    });
  }

  isApplicable({ action, binding }: GroundAction, state: AtomSet): boolean {
    return action.precondition === null || this.#holds(action.precondition, binding, state);
  }

  after({ action, binding }: GroundAction, state: AtomSet): Set<string> {
    const changes = this.#changes(action.effect, binding, (condition, inner) => this.#holds(condition, inner, state));
    const next = new Set(state);
    for (const { atom, add } of changes) if (!add) next.delete(atom);
    for (const { atom, add } of changes) if (add) next.add(atom);
    return next;
  }

  /** Null if the cost is a function without a value. */
  cost({ action, binding }: GroundAction): number | null {
    const amount = amountsOf(action.effect).at(-1);
    const value = amount === undefined ? 0 : typeof amount === 'number' ? amount : this.#value(amount, binding);
    if (value === null) return null;
    return this.#problem.metric === null ? 1 : value;
  }

  /** What can be true, what can be false, and which actions are reachable, in the relaxed task. */
  reachable(): { canBeTrue: Set<string>; canBeFalse: (atom: string) => boolean; steps: Set<string> } {
    const first = this.initial();
    const canBeTrue = new Set(first);
    const deleted = new Set<string>();
    const canBeFalse = (atom: string) => !first.has(atom) || deleted.has(atom);
    const steps = new Set<string>();
    const can = (formula: Formula, binding: Binding, positive = true): boolean => {
      return this.#can(formula, binding, positive, (atom, wanted) => (wanted ? canBeTrue.has(atom) : canBeFalse(atom)));
    };
    const all = this.steps();
    for (let before = -1; before !== canBeTrue.size + deleted.size + steps.size; ) {
      before = canBeTrue.size + deleted.size + steps.size;
      for (const { action, binding, name } of all) {
        if (action.precondition !== null && !can(action.precondition, binding)) continue;
        steps.add(name);
        for (const { atom, add } of this.#changes(action.effect, binding, can)) (add ? canBeTrue : deleted).add(atom);
      }
    }
    return { canBeTrue, canBeFalse, steps };
  }

  #value({ function: name, terms }: Exclude<Amount, number>, binding: Binding): number | null {
    const wanted = atomText({ predicate: name, terms }, binding);
    const text = (fact: FunctionTerm) => atomText({ predicate: fact.function, terms: fact.terms }, new Map());
    const values = this.#problem.init.flatMap((fact) =>
      fact.kind === 'value' && text(fact) === wanted ? [fact.value] : [],
    );
    return values[0] ?? null;
  }

  #holds(formula: Formula, binding: Binding, state: AtomSet): boolean {
    return this.#can(formula, binding, true, (atom, wanted) => state.has(atom) === wanted);
  }

  /** Whether the formula (or its negation) can hold, where `literal` says which atoms can be true and which false. */
  #can(
    formula: Formula,
    binding: Binding,
    positive: boolean,
    literal: (atom: string, wanted: boolean) => boolean,
  ): boolean {
    const inner = (part: Formula, wanted: boolean, own = binding) => this.#can(part, own, wanted, literal);
    switch (formula.kind) {
      case 'atom':
        return literal(atomText(formula, binding), positive);
      case 'equal':
        return (meant(formula.left, binding) === meant(formula.right, binding)) === positive;
      case 'not':
        return inner(formula.part, !positive);
      case 'and':
      case 'or':
        return formula.parts[(formula.kind === 'and') === positive ? 'every' : 'some']((part) => inner(part, positive));
      case 'imply':
        if (positive) return inner(formula.premise, false) || inner(formula.conclusion, true);
        return inner(formula.premise, true) && inner(formula.conclusion, false);
      default: {
        const bindings = this.#bindings(formula.variables, binding);
        const isAll = (formula.kind === 'forall') === positive;
        return bindings[isAll ? 'every' : 'some']((own) => inner(formula.part, positive, own));
      }
    }
  }

  #changes(
    effect: Effect,
    binding: Binding,
    holds: (condition: Formula, binding: Binding) => boolean,
  ): { atom: string; add: boolean }[] {
    switch (effect.kind) {
      case 'add':
      case 'delete':
        return [{ atom: atomText(effect, binding), add: effect.kind === 'add' }];
      case 'and':
        return effect.parts.flatMap((part) => this.#changes(part, binding, holds));
      case 'when':
        return holds(effect.condition, binding) ? this.#changes(effect.part, binding, holds) : [];
      case 'forall':
        return this.#bindings(effect.variables, binding).flatMap((own) => this.#changes(effect.part, own, holds));
      default:
        return [];
    }
  }

  #bindings(variables: readonly TypedName[], outer: Binding): Binding[] {
    let all: Binding[] = [outer];
    for (const variable of variables)
      all = all.flatMap((binding) =>
        this.#objects(variable).map((object) => new Map([...binding, [variable.name.name, object]])),
      );
    return all;
  }

  #objects(variable: TypedName): string[] {
    const types = new TypeHierarchy(this.#domain.types);
    const objects = [...this.#domain.constants, ...this.#problem.objects];
    return objects.filter((object) => types.fits(object, variable)).map(({ name }) => name.name);
  }
}

function amountsOf(effect: Effect): Amount[] {
  if (effect.kind === 'increase') return [effect.amount];
  return effect.kind === 'and' ? effect.parts.flatMap(amountsOf) : [];
}

function meant({ name }: Word, binding: Binding): string {
  return binding.get(name) ?? name;
}

function atomText({ predicate, terms }: Pick<Atom, 'predicate' | 'terms'>, binding: Binding): string {
  return `(${[predicate.name, ...terms.map((term) => meant(term, binding))].join(' ')})`;
}

/** Cost of a cheapest plan; null if there is none, undefined if more than `statesMax` states would be needed to know. */
export function referencePddlCost(planning: ReferenceSemantics, statesMax: number): number | null | undefined {
  const steps = planning.steps();
  const next = (state: AtomSet) =>
    steps
      .filter((step) => planning.isApplicable(step, state))
      .map((step) => ({ state: planning.after(step, state), cost: planning.cost(step) ?? 0 }));
  return cheapest<AtomSet>(planning.initial(), { isGoal: (state) => planning.isGoal(state), next }, statesMax);
}
