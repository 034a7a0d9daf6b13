/**
 * h_max: the cost of the dearest goal where deletes do not count. Admissible and consistent.
 *
 * @module
 */
import { FactCosts } from './fact_costs.ts';
import type { Heuristic } from './heuristic.ts';
import type { PackedTask } from './pack_task.ts';
import { relaxedTask } from './relaxed_task.ts';

export function hMax(task: PackedTask): Heuristic {
  const relaxed = relaxedTask(task);
  const facts = new FactCosts(relaxed);
  return {
    evaluate: (words, at) => {
      facts.explore(words, at);
      return facts.costs[relaxed.goal] as number;
    },
  };
}
