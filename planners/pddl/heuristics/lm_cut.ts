/**
 * LM-cut: an admissible estimate of the cost left to the goal.
 *
 * Follows Helmert and Domshlak 2009. With the cost of every fact by h_max, a set of operators is found of which every plan
 * contains one, a cut; the cheapest one's cost is counted and taken off all of them; the costs of facts are brought up to
 * date; and again, until the goal costs nothing.
 *
 * The effects of an operator with conditional effects have supporters of their own, and one cost: a cut through any of
 * them is taken off all, once. Otherwise an action would be counted twice which does two things at once. The sum of the
 * cuts may then be less than h_max (both in Röger, Pommerening and Helmert 2014), so that the greater one is given.
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
  /** Of the first effect of operators made cheaper, with the number of the round: no mark is ever taken away. */
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
    const hMax = facts.costs[goal] as number;
    if (hMax >= INFINITE_COST) return INFINITE_COST;
    let sum = 0;
    while ((facts.costs[goal] as number) > 0) {
      sum += this.#takeOff(this.#cut.find());
      facts.update();
    }
    return Math.max(sum, hMax);
  }

  /** Makes the operators of the cut cheaper by the cheapest one's cost, and gives that. */
  #takeOff(size: number): number {
    const { firstSibling, endOfSiblings } = this.#task;
    const { operatorCosts } = this.#facts;
    const cut = this.#cut.operators;
    const round = ++this.#round;
    let least = INFINITE_COST;
    for (let i = 0; i < size; i++) least = Math.min(least, operatorCosts[cut[i] as number] as number);
    for (let i = 0; i < size; i++) {
      const first = firstSibling[cut[i] as number] as number;
      if (this.#isCheaper[first] === round) continue;
      this.#isCheaper[first] = round;
      const end = endOfSiblings[first] as number;
      for (let operator = first; operator < end; operator++) {
        operatorCosts[operator] = (operatorCosts[operator] as number) - least;
        this.#facts.lower(operator);
      }
    }
    return least;
  }
}
