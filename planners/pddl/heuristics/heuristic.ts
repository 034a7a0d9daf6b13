import type { GroundTask } from '../task/ground_task.ts';
import { allHold } from '../task/states.ts';

export type Heuristic = {
  /**
   * Estimates the cost from a state to the goal; the state's words begin at `at`. `INFINITE_COST` marks a dead end: then the
   * goal is proved unreachable.
   */
  readonly evaluate: (words: Int32Array, at: number) => number;
};

/** 0 at the goal, the cost of the cheapest operator elsewhere. Admissible. */
export function blind({ goal, costs }: GroundTask): Heuristic {
  const cheapest = costs.length === 0 ? 0 : costs.reduce((least, cost) => Math.min(least, cost));
  return { evaluate: (words, at) => (allHold(words, at, goal, 0, goal.length) ? 0 : cheapest) };
}
