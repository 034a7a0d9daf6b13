/** A literal is twice its fact's number, plus one if negative. */
import type { Budget } from './bounds.ts';
import { append, type FactTable } from './facts.ts';
import type { LiftedCondition, LiftedSlots, LiftedTask } from './normalize_task.ts';

export type GroundCondition =
  | Readonly<{ kind: 'literal'; literal: number }>
  | Readonly<{ kind: 'and' | 'or'; parts: readonly GroundCondition[] }>;

export const TRUE: GroundCondition = { kind: 'and', parts: [] };
export const FALSE: GroundCondition = { kind: 'or', parts: [] };

export function literalCondition(literal: number): GroundCondition {
  return { kind: 'literal', literal };
}

export function conjunctionOf(literals: Conjunction): GroundCondition {
  return combine('and', literals.map(literalCondition));
}

const isEmpty = (kind: 'and' | 'or') => (condition: GroundCondition) =>
  condition.kind === kind && condition.parts.length === 0;
export const [isTrue, isFalse] = [isEmpty('and'), isEmpty('or')];

export type ConditionGrounder = (lifted: LiftedCondition, binding: Int32Array, slots: LiftedSlots) => GroundCondition;

export function conditionGrounder({ predicates }: LiftedTask, facts: FactTable, budget: Budget): ConditionGrounder {
  return function ground(lifted, binding, slots) {
    budget.step();
    switch (lifted.kind) {
      case 'literal': {
        const { predicate, positive } = lifted;
        const args = objectsOf(lifted.args, binding);
        if (predicates[predicate]!.fluent) return literalCondition(facts.add(predicate, args) * 2 + (positive ? 0 : 1));
        const fact = facts.find(predicate, args);
        const holds = fact !== undefined && facts.canHold[fact * 2] === true;
        return holds === positive ? TRUE : FALSE;
      }
      case 'equal': {
        const [left, right] = objectsOf([lifted.left, lifted.right], binding);
        return (left === right) === lifted.positive ? TRUE : FALSE;
      }
      case 'and':
      case 'or':
        return combineVisited(lifted.kind, (visit) =>
          lifted.parts.every((part) => visit(ground(part, binding, slots))),
        );
      default:
        return combineVisited(lifted.kind === 'forall' ? 'and' : 'or', (visit) =>
          everyBinding(lifted.slots, binding, slots, budget, () => visit(ground(lifted.part, binding, slots))),
        );
    }
  };
}

type Visit = (part: GroundCondition) => boolean;

function combineVisited(kind: 'and' | 'or', visitAll: (visit: Visit) => void): GroundCondition {
  const parts: GroundCondition[] = [];
  visitAll((part) => {
    parts.push(part);
    return !isDecided(kind, part);
  });
  return combine(kind, parts);
}

function everyBinding(
  [slot, ...others]: readonly number[],
  binding: Int32Array,
  slots: LiftedSlots,
  budget: Budget,
  visit: () => boolean,
): boolean {
  if (slot === undefined) return visit();
  const isOpen = slots[slot]!.every((object) => {
    budget.step();
    binding[slot] = object;
    return everyBinding(others, binding, slots, budget, visit);
  });
  binding[slot] = -1;
  return isOpen;
}

export function objectsOf(args: readonly number[], binding: Int32Array): number[] {
  const objects: number[] = [];
  for (const arg of args) objects.push(arg < 0 ? ~arg : binding[arg]!);
  return objects;
}

function isDecided(kind: 'and' | 'or', part: GroundCondition) {
  return kind === 'and' ? isFalse(part) : isTrue(part);
}

export function combine(kind: 'and' | 'or', parts: readonly GroundCondition[]): GroundCondition {
  const flat: GroundCondition[] = [];
  for (const part of parts) {
    if (isDecided(kind, part)) return part;
    if (part.kind !== kind) flat.push(part);
    // A spread could exceed the limit of arguments.
    else for (const inner of part.parts) flat.push(inner);
  }
  return flat.length === 1 ? flat[0]! : { kind, parts: flat };
}

export function simplify(condition: GroundCondition, decide: (literal: number) => boolean | null): GroundCondition {
  if (condition.kind !== 'literal') {
    const parts = condition.parts.map((part) => simplify(part, decide));
    return combine(condition.kind, parts);
  }
  const value = decide(condition.literal);
  return value === null ? condition : value ? TRUE : FALSE;
}

/** Ascending, distinct, without contradictions. */
export type Conjunction = readonly number[];

const COMPARED_MAX = 256;

export function toDnf(condition: GroundCondition, budget: Budget): Conjunction[] {
  if (condition.kind === 'literal') return [[condition.literal]];
  if (condition.kind === 'and' && condition.parts.every((part) => part.kind === 'literal')) {
    const all = sortLiterals(condition.parts.map(({ literal }) => literal));
    return all === null ? [] : [all];
  }
  const parts = condition.parts.map((part) => toDnf(part, budget));
  if (condition.kind === 'or') return dropSubsumed(parts.flat(), budget);
  const single = sortLiterals(parts.filter(({ length }) => length === 1).flat(2));
  if (single === null || parts.some((choices) => choices.length === 0)) return [];
  let all: Conjunction[] = [single];
  for (const choices of parts.filter(({ length }) => length > 1).sort((a, b) => a.length - b.length)) {
    const next: Conjunction[] = [];
    for (const before of all) {
      budget.step(1 + choices.length);
      if (choices.some((choice) => includesAll(before, choice))) {
        next.push(before);
        continue;
      }
      for (const choice of choices) {
        const both = sortLiterals([...before, ...choice]);
        if (both !== null) next.push(both);
      }
      budget.check('disjunctsMax', next.length);
    }
    all = dropSubsumed(next, budget);
  }
  return all;
}

function sortLiterals(literals: readonly number[]): Conjunction | null {
  const all = literals.length > 1 ? [...new Set(literals)].sort((x, y) => x - y) : literals;
  for (let i = 1; i < all.length; i++) if (all[i] === all[i - 1]! + 1 && all[i]! % 2 === 1) return null;
  return all;
}

export function dropSubsumed(conjunctions: readonly Conjunction[], budget: Budget): Conjunction[] {
  if (conjunctions.length <= 1) return [...conjunctions];
  const unique = [...new Map(conjunctions.map((conjunction) => [conjunction.join(' '), conjunction])).values()];
  budget.check('disjunctsMax', unique.length);
  if (unique.length > COMPARED_MAX) return unique;
  return unique.filter((long) => !unique.some((short) => short.length < long.length && includesAll(long, short)));
}

export function includesAll(conjunction: Conjunction, part: Conjunction): boolean {
  return part.every((literal) => includesLiteral(conjunction, literal));
}

export function includesLiteral(conjunction: Conjunction, literal: number): boolean {
  let [low, high] = [0, conjunction.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (conjunction[middle]! < literal) low = middle + 1;
    else high = middle;
  }
  return conjunction[low] === literal;
}

/** Linear; literals never become false again. */
export function conditionWatcher(holds: (literal: number) => boolean) {
  const watchers = new Map<number, (() => void)[]>();

  function watch(condition: GroundCondition, onTrue: () => void): void {
    if (condition.kind === 'literal') {
      if (holds(condition.literal)) onTrue();
      else append(watchers, condition.literal, onTrue);
      return;
    }
    let missing = condition.kind === 'and' ? condition.parts.length : 1;
    if (missing === 0) {
      onTrue();
      return;
    }
    const onPart = () => {
      if (--missing === 0) onTrue();
    };
    for (const part of condition.parts) watch(part, onPart);
  }

  function makeTrue(literal: number): void {
    const all = watchers.get(literal) ?? [];
    watchers.delete(literal);
    for (const onTrue of all) onTrue();
  }

  return { watch, makeTrue };
}
