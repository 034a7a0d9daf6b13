import { Scope, TypeHierarchy, typesOf } from '../check/type_hierarchy.ts';
import type { Action, Amount, Atom, Domain, Effect, Formula, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { Problem } from '../read/problem.ts';

export type LiftedTask = Readonly<{
  objects: readonly string[];
  predicates: readonly LiftedPredicate[];
  init: readonly LiftedAtom[];
  actions: readonly LiftedAction[];
  goal: Readonly<{ slots: LiftedSlots; conditions: readonly LiftedCondition[] }>;
}>;

/** `fluent`: some action changes it. */
export type LiftedPredicate = Readonly<{ name: string; arity: number; fluent: boolean }>;

/** Slot → objects of its type. */
export type LiftedSlots = readonly (readonly number[])[];

/** An argument is a slot (≥ 0) or the complement of an object (< 0). */
export type LiftedAtom = Readonly<{ predicate: number; args: readonly number[] }>;

export type LiftedAction = Readonly<{
  name: string;
  parameters: readonly number[];
  slots: LiftedSlots;
  condition: LiftedCondition;
  effects: readonly LiftedEffect[];
  cost: LiftedCost;
}>;

export type LiftedEffect = LiftedAtom &
  Readonly<{ add: boolean; slots: readonly number[]; condition: LiftedCondition }>;

/** An action without a value in the table does not exist, as in Fast Downward. */
type LiftedCost = Readonly<{
  constant: number;
  table: Readonly<{ args: readonly number[]; values: ReadonlyMap<string, number> }> | null;
}>;

export type LiftedCondition =
  | (Readonly<{ kind: 'literal'; positive: boolean }> & LiftedAtom)
  | Readonly<{ kind: 'equal'; positive: boolean; left: number; right: number }>
  | Readonly<{ kind: 'and' | 'or'; parts: readonly LiftedCondition[] }>
  | Readonly<{ kind: 'forall' | 'exists'; slots: readonly number[]; part: LiftedCondition }>;

export function normalizeTask(domain: Domain, problem: Problem): LiftedTask {
  return new Normalizer(domain, problem).task();
}

export function constantsOf(args: readonly number[]): number[] {
  return args.map((arg) => ~arg);
}

export function goalParts({ goal }: Problem): readonly Formula[] {
  return goal.kind === 'and' ? goal.parts : [goal];
}

type Slots = Scope<number>;
type EffectContext = Readonly<{ slots: readonly number[]; conditions: readonly LiftedCondition[] }>;

const NO_SLOTS: Slots = new Scope(new Map());

class Normalizer {
  readonly #domain: Domain;
  readonly #problem: Problem;
  readonly #types: TypeHierarchy;
  readonly #objects: readonly TypedName[];
  readonly #objectNumbers: ReadonlyMap<string, number>;
  readonly #predicates: readonly string[];
  readonly #predicateNumbers: ReadonlyMap<string, number>;
  readonly #objectsByType = new Map<string, number[]>();
  #slots: (readonly number[])[] = [];

  constructor(domain: Domain, problem: Problem) {
    this.#domain = domain;
    this.#problem = problem;
    this.#types = new TypeHierarchy(domain.types);
    this.#objects = [...domain.constants, ...problem.objects];
    this.#objectNumbers = new Map(this.#objects.map(({ name }, index) => [name.name, index]));
    this.#predicates = [...new Set(domain.predicates.map(({ name }) => name.name))];
    this.#predicateNumbers = new Map(this.#predicates.map((name, index) => [name, index]));
  }

  task(): LiftedTask {
    const actions = this.#domain.actions.map((action) => this.#action(action));
    const changed = new Set(actions.flatMap(({ effects }) => effects.map(({ predicate }) => predicate)));
    const arities = new Map(this.#domain.predicates.map(({ name, parameters }) => [name.name, parameters.length]));
    const predicates = this.#predicates.map((name, index) => {
      return { name, arity: arities.get(name)!, fluent: changed.has(index) };
    });
    const init = this.#problem.init.flatMap((fact) => (fact.kind === 'true' ? [this.#atom(fact, NO_SLOTS)] : []));
    this.#slots = [];
    const conditions = goalParts(this.#problem).map((part) => this.#formula(part, NO_SLOTS, true));
    const objects = this.#objects.map(({ name }) => name.name);
    return { objects, predicates, init, actions, goal: { conditions, slots: this.#slots } };
  }

  #action({ name, parameters, precondition, effect }: Action): LiftedAction {
    this.#slots = [];
    const slotNumbers = new Map<string, number>();
    const numbers = parameters.map((parameter) => {
      const existing = slotNumbers.get(parameter.name.name);
      if (existing === undefined) return this.#addSlot(parameter, slotNumbers);
      const candidates = new Set(this.#objectsOf(parameter));
      this.#slots[existing] = this.#slots[existing]!.filter((object) => candidates.has(object));
      return existing;
    });
    const slots: Slots = new Scope(slotNumbers);
    const condition: LiftedCondition =
      precondition === null ? { kind: 'and', parts: [] } : this.#formula(precondition, slots, true);
    const effects: LiftedEffect[] = [];
    const amounts: Amount[] = [];
    for (const part of this.#effects(effect, slots, { slots: [], conditions: [] })) {
      if (typeof part === 'object' && 'add' in part) effects.push(part);
      else amounts.push(part);
    }
    const cost = this.#cost(amounts.at(-1), slots);
    return { name: name.name, parameters: numbers, slots: this.#slots, condition, effects, cost };
  }

  #addSlots(variables: readonly TypedName[], slots: Slots): { added: number[]; inner: Slots } {
    const names = new Map<string, number>();
    const added = variables.map((variable) => this.#addSlot(variable, names));
    return { added, inner: new Scope(names, slots) };
  }

  #addSlot(variable: TypedName, slots: Map<string, number>) {
    const slot = this.#slots.push(this.#objectsOf(variable)) - 1;
    slots.set(variable.name.name, slot);
    return slot;
  }

  #objectsOf(variable: TypedName): readonly number[] {
    const key = typesOf(variable).join(' ');
    let objects = this.#objectsByType.get(key);
    if (objects === undefined) {
      objects = [...this.#objects.keys()].filter((index) => this.#types.fits(this.#objects[index]!, variable));
      this.#objectsByType.set(key, objects);
    }
    return objects;
  }

  #term(term: Word, slots: Slots) {
    // Only a cost may name an unknown object; it has no value.
    return slots.get(term.name) ?? ~(this.#objectNumbers.get(term.name) ?? this.#objects.length);
  }

  #atom({ predicate, terms }: Atom, slots: Slots): LiftedAtom {
    const args = terms.map((term) => this.#term(term, slots));
    return { predicate: this.#predicateNumbers.get(predicate.name)!, args };
  }

  #formula(formula: Formula, slots: Slots, positive: boolean): LiftedCondition {
    switch (formula.kind) {
      case 'atom':
        return { kind: 'literal', positive, ...this.#atom(formula, slots) };
      case 'equal': {
        const [left, right] = [this.#term(formula.left, slots), this.#term(formula.right, slots)];
        return { kind: 'equal', positive, left, right };
      }
      case 'and':
      case 'or': {
        const kind = (formula.kind === 'and') === positive ? 'and' : 'or';
        return { kind, parts: formula.parts.map((part) => this.#formula(part, slots, positive)) };
      }
      case 'not':
        return this.#formula(formula.part, slots, !positive);
      case 'imply': {
        const premise = this.#formula(formula.premise, slots, !positive);
        return { kind: positive ? 'or' : 'and', parts: [premise, this.#formula(formula.conclusion, slots, positive)] };
      }
      default: {
        const { added, inner } = this.#addSlots(formula.variables, slots);
        const kind = (formula.kind === 'forall') === positive ? 'forall' : 'exists';
        return { kind, slots: added, part: this.#formula(formula.part, inner, positive) };
      }
    }
  }

  #effects(effect: Effect, slots: Slots, context: EffectContext): (LiftedEffect | Amount)[] {
    switch (effect.kind) {
      case 'add':
      case 'delete': {
        const condition: LiftedCondition = { kind: 'and', parts: context.conditions };
        return [{ ...this.#atom(effect, slots), add: effect.kind === 'add', slots: context.slots, condition }];
      }
      case 'and':
        return effect.parts.flatMap((part) => this.#effects(part, slots, context));
      case 'when': {
        const conditions = [...context.conditions, this.#formula(effect.condition, slots, true)];
        return this.#effects(effect.part, slots, { ...context, conditions });
      }
      case 'forall': {
        const { added, inner } = this.#addSlots(effect.variables, slots);
        return this.#effects(effect.part, inner, { ...context, slots: [...context.slots, ...added] });
      }
      default:
        return [effect.amount];
    }
  }

  #cost(amount: Amount | undefined, slots: Slots): LiftedCost {
    const hasMetric = this.#problem.metric !== null;
    if (amount === undefined || typeof amount === 'number')
      return { constant: hasMetric ? (amount ?? 0) : 1, table: null };
    const values = new Map<string, number>();
    for (const fact of this.#problem.init)
      if (fact.kind === 'value' && fact.function.name === amount.function.name) {
        const objects = fact.terms.map(({ name }) => this.#objectNumbers.get(name));
        if (!objects.includes(undefined)) values.set(objects.join(' '), hasMetric ? fact.value : 1);
      }
    return { constant: 0, table: { args: amount.terms.map((term) => this.#term(term, slots)), values } };
  }
}
