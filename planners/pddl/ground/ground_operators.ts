/**
 * Makes operators of the reachable actions: one for each disjunct of a precondition.
 *
 * Literals that always hold, effects that cannot happen or change nothing, and operators without effects are left out.
 */
import type { Budget } from './bounds.ts';
import {
  type Conjunction,
  combined,
  conjunctionOf,
  type GroundCondition,
  includesAll,
  includesLiteral,
  isTrue,
  literalOf,
  simplified,
  toDnf,
  withoutSubsumed,
} from './conditions.ts';
import type { FactTable } from './facts.ts';
import type { Reachable, ReachedAction } from './relaxed_reachability.ts';

export type LiteralOperator = {
  readonly action: number;
  readonly objects: readonly number[];
  readonly cost: number;
  readonly condition: Conjunction;
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
  for (const reached of actions.toSorted((a, b) => a.action - b.action || byNumbers(a.objects, b.objects))) {
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
export function settled({ canHold }: FactTable, literal: number): boolean | null {
  const isPossible = canHold[literal] === true;
  return isPossible && canHold[literal ^ 1] === true ? null : isPossible;
}

function conditionsOf({ conditions }: ReachedAction, facts: FactTable, budget: Budget): Conjunction[] {
  const all = conditions.flatMap((condition) =>
    toDnf(
      simplified(condition, (literal) => settled(facts, literal)),
      budget,
    ),
  );
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
    const isShared = known === ADDED || known === DELETED;
    const entry =
      isShared || known === undefined
        ? { adds: [...(known?.adds ?? [])], deletes: [...(known?.deletes ?? [])] }
        : known;
    byFact.set(fact, entry);
    const conditions = add ? entry.adds : entry.deletes;
    const left = simplified(condition, (literal) => settled(facts, literal));
    for (const conjunction of toDnf(left, budget)) conditions.push(conjunction);
  }
  return byFact;
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

export function byNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** If `condition` holds along with the operator's own, the literal becomes true (`makes`) or false. */
export type Change = { readonly condition: Conjunction; readonly makes: boolean };

/**
 * What an operator does to a literal. For a negative one it is the mirror image of what happens to the fact, except that a delete makes the
 * fact false only where none of its adds happens.
 */
export function changesOf(operator: LiteralOperator, literal: number, budget: Budget): Change[] {
  const effects = operator.effects.get(literal >> 1);
  if (effects === undefined) return [];
  const { adds, deletes } = effects;
  const isPositive = literal % 2 === 0;
  const changes: Change[] = adds.map((condition) => ({ condition, makes: isPositive }));
  if (isPositive) {
    for (const condition of deletes) changes.push({ condition, makes: false });
    return changes;
  }
  const alone = deletes.flatMap((condition) => {
    if (condition.length === 0 && adds.length === 0) return [condition];
    const ground = combined('and', [conjunctionOf(condition), ...adds.map(opposite)]);
    return toDnf(givenCondition(operator, ground), budget);
  });
  for (const condition of withoutSubsumed(alone, budget)) changes.push({ condition, makes: true });
  return changes;
}

/** The condition on the state before the operator under which the literal holds after it. */
export function regressed(operator: LiteralOperator, literal: number, budget: Budget): GroundCondition {
  const changes = changesOf(operator, literal, budget);
  const made = changes.filter(({ makes }) => makes).map(({ condition }) => conjunctionOf(condition));
  const unmade = changes.filter(({ makes }) => !makes).map(({ condition }) => opposite(condition));
  return givenCondition(operator, combined('or', [...made, combined('and', [literalOf(literal), ...unmade])]));
}

/** What remains of a condition if the operator's own holds. */
function givenCondition({ condition }: LiteralOperator, ground: GroundCondition): GroundCondition {
  return simplified(ground, (literal) => {
    if (includesLiteral(condition, literal)) return true;
    return includesLiteral(condition, literal ^ 1) ? false : null;
  });
}

function opposite(condition: Conjunction): GroundCondition {
  return combined(
    'or',
    condition.map((literal) => literalOf(literal ^ 1)),
  );
}

/**
 * Turns a disjunctive goal into one fact, whose number must be free: every operator that can complete a disjunct adds it, under the condition
 * that it does. So plans need no extra step at the end.
 *
 * The fact stays true even when the goal no longer holds. That does no harm, since the search ends at the first state that has it.
 */
export function withGoalFact(
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  fact: number,
  budget: Budget,
): LiteralOperator[] {
  return operators.map((operator) => {
    const conditions = goals.flatMap((goal) => {
      const completes = goal.some((literal) => changesOf(operator, literal, budget).some(({ makes }) => makes));
      if (!completes) return [];
      const before = goal.map((literal) => regressed(operator, literal, budget));
      return toDnf(combined('and', before), budget);
    });
    if (conditions.length === 0) return operator;
    const adds = withoutSubsumed(conditions, budget);
    return { ...operator, effects: new Map([...operator.effects, [fact, { adds, deletes: [] }]]) };
  });
}
