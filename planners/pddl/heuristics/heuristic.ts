/**
 * What a heuristic is to a search.
 *
 * @module
 */

export type Heuristic = {
  /**
   * Estimates what it costs to come from a state to the goal; the state's words begin at `at`. `INFINITE_COST` says that no way leads
   * there, and is right.
   */
  readonly evaluate: (words: Int32Array, at: number) => number;
};
