import type { Budget } from './bounds.ts';
import {
  type Conjunction,
  combine,
  conjunctionOf,
  dropSubsumed,
  type GroundCondition,
  includesAll,
  includesLiteral,
  isTrue,
  literalCondition,
  simplify,
  toDnf,
} from './conditions.ts';
import type { FactTable } from './facts.ts';
import type { Reachable, ReachedAction } from './relaxed_reachability.ts';

export type LiteralOperator = Readonly<{
  action: number;
  objects: readonly number[];
  cost: number;
  condition: Conjunction;
  effects: LiteralEffects;
}>;

export type LiteralEffects = ReadonlyMap<number, EffectsOnFact>;

/** An add overrides a delete. */
type EffectsOnFact = Readonly<{ adds: readonly Conjunction[]; deletes: readonly Conjunction[] }>;

export function groundOperators({ facts, actions }: Reachable, budget: Budget): LiteralOperator[] {
  const operators: LiteralOperator[] = [];
  for (const reached of actions.toSorted((a, b) => a.action - b.action || byNumbers(a.objects, b.objects))) {
    const effects = effectsOf(reached, facts, budget);
    const conditions = reached.conditions.flatMap((condition) => settledDnf(condition, facts, budget));
    for (const condition of dropSubsumed(conditions, budget).sort(byNumbers)) {
      const useful = usefulEffects(effects, condition, budget);
      if (useful.size === 0) continue;
      budget.check('operatorsMax', operators.length + 1);
      const { action, objects, cost } = reached;
      operators.push({ action, objects, cost, condition, effects: useful });
    }
  }
  return operators;
}

export function settledValue({ canHold }: FactTable, literal: number): boolean | null {
  const isPossible = canHold[literal] === true;
  return isPossible && canHold[literal ^ 1] === true ? null : isPossible;
}

function settledDnf(condition: GroundCondition, facts: FactTable, budget: Budget): Conjunction[] {
  return toDnf(
    simplify(condition, (literal) => settledValue(facts, literal)),
    budget,
  );
}

/** Shared, so never changed. */
const ALWAYS_ADDED: { adds: Conjunction[]; deletes: Conjunction[] } = { adds: [[]], deletes: [] };
const ALWAYS_DELETED: typeof ALWAYS_ADDED = { adds: [], deletes: [[]] };

function effectsOf({ effects }: ReachedAction, facts: FactTable, budget: Budget): LiteralEffects {
  const byFact = new Map<number, typeof ALWAYS_ADDED>();
  for (const { condition, fact, add } of effects) {
    if (settledValue(facts, fact * 2) !== null) continue;
    let entry = byFact.get(fact);
    if (entry === undefined && isTrue(condition)) {
      byFact.set(fact, add ? ALWAYS_ADDED : ALWAYS_DELETED);
      continue;
    }
    if (entry === undefined || entry === ALWAYS_ADDED || entry === ALWAYS_DELETED) {
      entry = { adds: [...(entry?.adds ?? [])], deletes: [...(entry?.deletes ?? [])] };
      byFact.set(fact, entry);
    }
    const conditions = add ? entry.adds : entry.deletes;
    for (const conjunction of settledDnf(condition, facts, budget)) conditions.push(conjunction);
  }
  return byFact;
}

function usefulEffects(effects: LiteralEffects, precondition: Conjunction, budget: Budget): LiteralEffects {
  const given = new Set(precondition);
  const useful = new Map<number, EffectsOnFact>();
  const simplifyAll = (conditions: readonly Conjunction[]) => {
    const possible = conditions.filter((condition) => !condition.some((literal) => given.has(literal ^ 1)));
    const simplified = possible.map((condition) => condition.filter((literal) => !given.has(literal)));
    return dropSubsumed(simplified, budget);
  };
  for (const [fact, entry] of effects) {
    budget.step();
    if (entry === ALWAYS_ADDED || entry === ALWAYS_DELETED) {
      if (!given.has(fact * 2 + (entry === ALWAYS_ADDED ? 0 : 1))) useful.set(fact, entry);
      continue;
    }
    const added = simplifyAll(entry.adds);
    const deletes = simplifyAll(entry.deletes).filter((condition) => {
      const isIdle = condition.includes(fact * 2 + 1) || given.has(fact * 2 + 1);
      return !isIdle && !added.some((add) => includesAll(condition, add));
    });
    // An add of a true fact may still counter a delete.
    const adds = added.filter((condition) => {
      return deletes.length > 0 || !(condition.includes(fact * 2) || given.has(fact * 2));
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

export type Change = Readonly<{ condition: Conjunction; makesTrue: boolean }>;

/** For a negative literal, a delete counts only if no add happens. */
export function changesOf(operator: LiteralOperator, literal: number, budget: Budget): Change[] {
  const effects = operator.effects.get(literal >> 1);
  if (effects === undefined) return [];
  const { adds, deletes } = effects;
  const isPositive = literal % 2 === 0;
  const effectiveDeletes = () =>
    deletes.flatMap((condition) => {
      if (condition.length === 0 && adds.length === 0) return [condition];
      const ground = combine('and', [conjunctionOf(condition), ...adds.map(negate)]);
      return toDnf(assume(operator, ground), budget);
    });
  const undoing = isPositive ? deletes : dropSubsumed(effectiveDeletes(), budget);
  return [
    ...adds.map((condition) => ({ condition, makesTrue: isPositive })),
    ...undoing.map((condition) => ({ condition, makesTrue: !isPositive })),
  ];
}

/** True before the operator iff the literal is true after it. */
export function regress(operator: LiteralOperator, literal: number, budget: Budget): GroundCondition {
  const changes = changesOf(operator, literal, budget);
  const makers = changes.filter(({ makesTrue }) => makesTrue).map(({ condition }) => conjunctionOf(condition));
  const keepers = changes.filter(({ makesTrue }) => !makesTrue).map(({ condition }) => negate(condition));
  return assume(operator, combine('or', [...makers, combine('and', [literalCondition(literal), ...keepers])]));
}

function assume({ condition }: LiteralOperator, ground: GroundCondition): GroundCondition {
  return simplify(ground, (literal) => {
    if (includesLiteral(condition, literal)) return true;
    return includesLiteral(condition, literal ^ 1) ? false : null;
  });
}

function negate(condition: Conjunction): GroundCondition {
  const literals = condition.map((literal) => literalCondition(literal ^ 1));
  return combine('or', literals);
}

/** `fact` may outlive the goal; the search ends when it first holds. */
export function withGoalFact(
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  fact: number,
  budget: Budget,
): LiteralOperator[] {
  return operators.map((operator) => {
    const conditions = goals.flatMap((goal) => {
      const completes = goal.some((literal) => changesOf(operator, literal, budget).some(({ makesTrue }) => makesTrue));
      if (!completes) return [];
      const before = goal.map((literal) => regress(operator, literal, budget));
      return toDnf(combine('and', before), budget);
    });
    if (conditions.length === 0) return operator;
    const adds = dropSubsumed(conditions, budget);
    return { ...operator, effects: new Map([...operator.effects, [fact, { adds, deletes: [] }]]) };
  });
}
