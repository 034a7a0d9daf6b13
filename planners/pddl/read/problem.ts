/**
 * A PDDL problem as it is written: objects, initial state, goal, metric; every node knows its place.
 *
 * @module
 */
import type { Atom, Formula, FunctionTerm, TypedName } from './domain.ts';
import type { Word } from './expression.ts';

export type Problem = {
  readonly name: Word;
  /** The domain that the problem says it belongs to. */
  readonly domain: Word;
  readonly requirements: readonly Word[];
  readonly objects: readonly TypedName[];
  readonly init: readonly InitialFact[];
  readonly goal: Formula;
  /** `(:metric minimize (total-cost))`, or null: every action costs 1. */
  readonly metric: 'total-cost' | null;
};

/** A fact that holds, or is said not to hold, or the value of a function. */
export type InitialFact =
  | ({ readonly kind: 'true' | 'false' } & Atom)
  | ({ readonly kind: 'value'; readonly value: number } & FunctionTerm);
