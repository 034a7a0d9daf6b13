import type { GroundTask } from '../task/ground_task.ts';
import { allHold } from '../task/states.ts';

export type Heuristic = {
  /** The state's words begin at `at`; `INFINITE_COST` marks a proved dead end. */
  readonly evaluate: (words: Int32Array, at: number) => number;
};

/** Admissible: 0 at the goal, else the lowest operator cost. */
export function blind({ goal, costs }: GroundTask): Heuristic {
  const lowest = costs.length === 0 ? 0 : costs.reduce((least, cost) => Math.min(least, cost));
  return { evaluate: (words, at) => (allHold(words, at, goal, 0, goal.length) ? 0 : lowest) };
}
