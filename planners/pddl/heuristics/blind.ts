/**
 * The blind heuristic: 0 at the goal, the cost of the cheapest operator elsewhere. Admissible.
 *
 * @module
 */
import type { PackedTask } from '../task/pack_task.ts';
import { allHold } from '../task/successors.ts';
import type { Heuristic } from './heuristic.ts';

export function blind({ goal, costs }: PackedTask): Heuristic {
  const cheapest = costs.length === 0 ? 0 : costs.reduce((least, cost) => Math.min(least, cost));
  return { evaluate: (words, at) => (allHold(words, at, goal, 0, goal.length) ? 0 : cheapest) };
}
