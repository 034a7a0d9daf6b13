/**
 * Makes operators of the reachable actions: one for each disjunct of a precondition.
 *
 * Literals that always hold, effects that cannot happen or change nothing, and operators without effects are left out.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import { type Conjunction, includesAll, toDnf, withoutSubsumed } from './disjunctive_normal_form.ts';
import type { FactTable } from './fact_table.ts';
import { isTrue, simplified } from './ground_condition.ts';
import type { Reachable, ReachedAction } from './relaxed_reachability.ts';

export type LiteralOperator = {
  readonly action: number;
  readonly objects: readonly number[];
  readonly cost: number;
  readonly condition: Conjunction;
  /** Fact → when it is added or deleted. */
  readonly effects: LiteralEffects;
};

/** The conditions under which a fact is added, and deleted; if both happens, it is added. */
export type LiteralEffects = ReadonlyMap<
  number,
  { readonly adds: readonly Conjunction[]; readonly deletes: readonly Conjunction[] }
>;

/** The operators in the order of actions and objects. Throws BoundReached. */
export function groundOperators({ facts, actions }: Reachable, budget: Budget): LiteralOperator[] {
  const operators: LiteralOperator[] = [];
  for (const reached of actions.toSorted(inOrder)) {
    const effects = effectsOf(reached, facts, budget);
    for (const condition of conditionsOf(reached, facts, budget)) {
      const useful = usefulEffects(effects, condition, budget);
      if (useful.size === 0) continue;
      budget.check('operatorsMax', operators.length + 1);
      const { action, objects, cost } = reached;
      operators.push({ action, objects, cost, condition, effects: useful });
    }
  }
  return operators;
}

/** The truth value of a literal if it is the same in all reachable states, else null. */
export function settled({ canBeTrue, canBeFalse }: FactTable, literal: number): boolean | null {
  const fact = literal >> 1;
  if (canBeTrue[fact] === true && canBeFalse[fact] === true) return null;
  return (canBeTrue[fact] === true) === (literal % 2 === 0);
}

function conditionsOf({ conditions }: ReachedAction, facts: FactTable, budget: Budget): Conjunction[] {
  const decide = (literal: number) => settled(facts, literal);
  const all = conditions.flatMap((condition) => toDnf(simplified(condition, decide), budget));
  return withoutSubsumed(all, budget).sort(byNumbers);
}

type Effects = Map<number, EffectsOnFact>;
type EffectsOnFact = { readonly adds: Conjunction[]; readonly deletes: Conjunction[] };

/** What most effects are: the fact is added, or deleted, whenever the operator is carried out. Shared, so never changed. */
const ADDED: EffectsOnFact = { adds: [[]], deletes: [] };
const DELETED: EffectsOnFact = { adds: [], deletes: [[]] };

function effectsOf({ effects }: ReachedAction, facts: FactTable, budget: Budget): Effects {
  const byFact: Effects = new Map();
  for (const { condition, fact, add } of effects) {
    // Adding a fact that always holds, or deleting one that never does, changes nothing.
    if (settled(facts, fact * 2) !== null) continue;
    const known = byFact.get(fact);
    if (known === undefined && isTrue(condition)) {
      byFact.set(fact, add ? ADDED : DELETED);
      continue;
    }
    const entry = known === undefined || known === ADDED || known === DELETED ? copyOf(known) : known;
    byFact.set(fact, entry);
    const conditions = add ? entry.adds : entry.deletes;
    const left = simplified(condition, (literal) => settled(facts, literal));
    for (const conjunction of toDnf(left, budget)) conditions.push(conjunction);
  }
  return byFact;
}

function copyOf({ adds, deletes }: EffectsOnFact = { adds: [], deletes: [] }): EffectsOnFact {
  return { adds: [...adds], deletes: [...deletes] };
}

/** The effects simplified under the precondition, without those that change nothing. */
function usefulEffects(effects: Effects, precondition: Conjunction, budget: Budget): LiteralEffects {
  const known = new Set(precondition);
  const useful: Effects = new Map();
  const leftOf = (conditions: readonly Conjunction[]) => {
    const possible = conditions.filter((condition) => !condition.some((literal) => known.has(literal ^ 1)));
    return withoutSubsumed(
      possible.map((condition) => condition.filter((literal) => !known.has(literal))),
      budget,
    );
  };
  for (const [fact, entry] of effects) {
    budget.step();
    if (entry === ADDED || entry === DELETED) {
      if (!known.has(fact * 2 + (entry === ADDED ? 0 : 1))) useful.set(fact, entry);
      continue;
    }
    const added = leftOf(entry.adds);
    // A delete has no effect where an add happens as well, or where the fact does not hold.
    const deletes = leftOf(entry.deletes).filter((condition) => {
      const isIdle = condition.includes(fact * 2 + 1) || known.has(fact * 2 + 1);
      return !isIdle && !added.some((add) => includesAll(condition, add));
    });
    // An add has no effect where the fact holds, unless it counters a delete.
    const adds = added.filter((condition) => {
      return deletes.length > 0 || !(condition.includes(fact * 2) || known.has(fact * 2));
    });
    if (adds.length + deletes.length > 0) useful.set(fact, { adds, deletes });
  }
  return useful;
}

function inOrder(a: ReachedAction, b: ReachedAction): number {
  return a.action - b.action || byNumbers(a.objects, b.objects);
}

/** Lexicographic order. */
export function byNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
