/**
 * A planning task without variables: what the front end (reading, checks, grounding) hands to the search.
 *
 * Conditions are conjunctions of facts: negative literals have become complementary facts, disjunctions several operators.
 * Facts and operators are numbered from 0; lists of facts are sorted and hold each number once.
 *
 * @module
 */

export type GroundTask = {
  /** Fact → its text, such as `(on a b)`; of a complementary fact, `(not (on a b))`. */
  readonly facts: readonly string[];
  readonly operators: readonly GroundOperator[];
  /** The facts that hold in the initial state. */
  readonly initial: readonly number[];
  readonly goal: readonly number[];
};

export type GroundOperator = {
  /** As it stands in plans: `(pick a b)`. Operators that come from one disjunctive action share a name. */
  readonly name: string;
  /** A whole number, not negative; 1 if the problem has no metric. */
  readonly cost: number;
  readonly preconditions: readonly number[];
  readonly effects: readonly GroundEffect[];
};

/** What changes if the conditions hold before the action. A fact that is both deleted and added holds. */
export type GroundEffect = {
  /** Empty for an unconditional effect. */
  readonly conditions: readonly number[];
  readonly adds: readonly number[];
  readonly deletes: readonly number[];
};
