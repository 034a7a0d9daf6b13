/**
 * The h_max heuristic: the cost of the most expensive goal if deletes are ignored. Admissible and consistent.
 *
 * @module
 */
import type { PackedTask } from '../task/pack_task.ts';
import { HMaxCosts } from './h_max_costs.ts';
import type { Heuristic } from './heuristic.ts';
import { relaxedTask } from './relaxed_task.ts';

export function hMax(task: PackedTask): Heuristic {
  const relaxed = relaxedTask(task);
  const facts = new HMaxCosts(relaxed);
  return {
    evaluate: (words, at) => {
      facts.explore(words, at);
      return facts.costs[relaxed.goal]!;
    },
  };
}
