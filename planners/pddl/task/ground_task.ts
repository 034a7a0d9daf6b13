/**
 * A planning task without variables: what the front end (reader, semantic pass, normalisation, grounding) hands to the search.
 *
 * Conditions are conjunctions of facts that hold: negative ones have become complementary facts, disjunctions several
 * operators. Facts and operators are numbered from 0; lists of facts are sorted and hold each number once.
 *
 * @module
 */

export type GroundTask = {
  /** Fact → its text, such as `(on a b)`; of a complementary fact, `(not (on a b))`. */
  readonly facts: readonly string[];
  readonly operators: readonly GroundOperator[];
  /** What holds at the start. */
  readonly initial: readonly number[];
  readonly goal: readonly number[];
};

export type GroundOperator = {
  /** As a plan names it: `(pick a b)`. Several operators may share a name, where a disjunction was split. */
  readonly name: string;
  /** A whole number, not negative; 1 without `:action-costs`. */
  readonly cost: number;
  readonly preconditions: readonly number[];
  readonly effects: readonly GroundEffect[];
};

/** What becomes of the facts where the conditions held before the action; what is both deleted and added, holds. */
export type GroundEffect = {
  /** Empty for what always happens. */
  readonly conditions: readonly number[];
  readonly adds: readonly number[];
  readonly deletes: readonly number[];
};
