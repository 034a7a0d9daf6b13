/**
 * Disjunctive normal form: conjunctions of literals, each of which makes a condition true.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import type { GroundCondition } from './ground_condition.ts';

/** Literals in ascending order, each once, none together with its negation. */
export type Conjunction = readonly number[];

/** If there are more, only duplicates are dropped, and not all that are subsumed. */
const COMPARED_MAX = 256;

/** The disjuncts of a condition, without those that another one subsumes. Throws BoundReached. */
export function toDnf(ground: GroundCondition, budget: Budget): Conjunction[] {
  if (ground.kind === 'literal') return [[ground.literal]];
  if (ground.kind === 'and' && ground.parts.every(({ kind }) => kind === 'literal')) {
    const all = inOrder(literalsOf(ground.parts));
    return all === null ? [] : [all];
  }
  const parts = ground.parts.map((part) => toDnf(part, budget));
  if (ground.kind === 'or') return withoutSubsumed(parts.flat(), budget);
  // Parts without alternatives come first, since they decide much of what follows.
  const single = conjoined(parts.filter(({ length }) => length === 1).flat());
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
        const both = conjoined([before, choice]);
        if (both !== null) next.push(both);
      }
      budget.check('disjunctsMax', next.length);
    }
    all = withoutSubsumed(next, budget);
  }
  return all;
}

/** All literals of several conjunctions; null if they contradict each other. */
function conjoined(conjunctions: readonly Conjunction[]): Conjunction | null {
  return inOrder(conjunctions.flat());
}

function literalsOf(parts: readonly GroundCondition[]): number[] {
  const literals: number[] = [];
  for (const part of parts) if (part.kind === 'literal') literals.push(part.literal);
  return literals;
}

/** Each literal once; null if they contradict each other. */
function inOrder(literals: readonly number[]): Conjunction | null {
  const all = literals.length > 1 ? [...new Set(literals)].sort((x, y) => x - y) : literals;
  for (let i = 1; i < all.length; i++) if (all[i] === all[i - 1]! + 1 && all[i]! % 2 === 1) return null;
  return all;
}

/** Without the conjunctions that include another one, and so say nothing new. */
export function withoutSubsumed(conjunctions: readonly Conjunction[], budget: Budget): Conjunction[] {
  if (conjunctions.length <= 1) return [...conjunctions];
  const unique = [...new Map(conjunctions.map((conjunction) => [conjunction.join(' '), conjunction])).values()];
  budget.check('disjunctsMax', unique.length);
  if (unique.length > COMPARED_MAX) return unique;
  return unique.filter((one) => {
    return !unique.some((other) => other !== one && other.length < one.length && includesAll(one, other));
  });
}

export function includesAll(conjunction: Conjunction, part: Conjunction): boolean {
  return part.every((literal) => includesLiteral(conjunction, literal));
}

/** By binary search, since conjunctions may be long. */
export function includesLiteral(conjunction: Conjunction, literal: number): boolean {
  let [low, high] = [0, conjunction.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (conjunction[middle]! < literal) low = middle + 1;
    else high = middle;
  }
  return conjunction[low] === literal;
}
