/**
 * A heuristic, as a search uses it.
 *
 * @module
 */

export type Heuristic = {
  /**
   * Estimates the cost from a state to the goal; the state's words begin at `at`. `INFINITE_COST` marks a dead end: then the
   * goal is proved unreachable.
   */
  readonly evaluate: (words: Int32Array, at: number) => number;
};
