/**
 * The LM-cut heuristic: an admissible estimate of the cost to the goal.
 *
 * Follows Helmert and Domshlak 2009. From the h_max values of all facts a cut is found, a set of operators of which every plan
 * contains one (a disjunctive action landmark). The cost of its cheapest operator is added to the estimate and subtracted from
 * all of them, the h_max values are updated, and so on until the goal costs nothing.
 *
 * Conditional effects of one operator have supporters of their own, but share its cost: a cut through any of them lowers the
 * cost of all, once. Otherwise an action that does two things at once would be counted twice. The sum of the cuts may then be
 * less than h_max (for both see Röger, Pommerening and Helmert 2014), so the greater value is returned.
 *
 * @module
 */
import { INFINITE_COST, type PackedTask } from '../task/pack_task.ts';
import { HMaxCosts } from './h_max_costs.ts';
import type { Heuristic } from './heuristic.ts';
import { LandmarkCut } from './landmark_cut.ts';
import { type RelaxedTask, relaxedTask } from './relaxed_task.ts';

export function lmCut(task: PackedTask): Heuristic {
  const cuts = new Cuts(relaxedTask(task));
  return { evaluate: (words, at) => cuts.evaluate(words, at) };
}

class Cuts {
  readonly #task: RelaxedTask;
  readonly #facts: HMaxCosts;
  readonly #cut: LandmarkCut;
  /** Marks of operators already made cheaper, by their first effect: the number of the round, so that none has to be cleared. */
  readonly #isCheaper: Float64Array;
  #round = 0;

  constructor(task: RelaxedTask) {
    this.#task = task;
    this.#facts = new HMaxCosts(task);
    this.#cut = new LandmarkCut(task, this.#facts);
    this.#isCheaper = new Float64Array(task.costs.length);
  }

  evaluate(words: Int32Array, at: number): number {
    const facts = this.#facts;
    const { goal } = this.#task;
    facts.explore(words, at);
    const hMax = facts.costs[goal]!;
    if (hMax >= INFINITE_COST) return INFINITE_COST;
    let sum = 0;
    while (facts.costs[goal]! > 0) {
      sum += this.#takeOff(this.#cut.find());
      facts.update();
    }
    return Math.max(sum, hMax);
  }

  /** Makes the operators of the cut cheaper by the cost of the cheapest, and returns that cost. */
  #takeOff(size: number): number {
    const { firstSibling, endOfSiblings } = this.#task;
    const { operatorCosts } = this.#facts;
    const cut = this.#cut.operators;
    const round = ++this.#round;
    let least = INFINITE_COST;
    for (let i = 0; i < size; i++) least = Math.min(least, operatorCosts[cut[i]!]!);
    for (let i = 0; i < size; i++) {
      const first = firstSibling[cut[i]!]!;
      if (this.#isCheaper[first] === round) continue;
      this.#isCheaper[first] = round;
      const end = endOfSiblings[first]!;
      for (let operator = first; operator < end; operator++) {
        operatorCosts[operator] = operatorCosts[operator]! - least;
        this.#facts.lower(operator);
      }
    }
    return least;
  }
}
