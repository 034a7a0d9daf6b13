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
 */
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { HMaxCosts, NO_SUPPORTER } from './h_max.ts';
import type { Heuristic } from './heuristic.ts';
import { type RelaxedTask, relaxedTask } from './relaxed_task.ts';

export function lmCut(task: GroundTask): Heuristic {
  const relaxed = relaxedTask(task);
  const facts = new HMaxCosts(relaxed);
  const cut = new LandmarkCut(relaxed, facts);
  const { goal, firstSibling, endOfSiblings } = relaxed;
  /** Marks of operators already made cheaper, by their first effect: the number of the round, so that none has to be cleared. */
  const isCheaper = new Float64Array(relaxed.costs.length);
  let round = 0;

  /** Makes the operators of the cut cheaper by the cost of the cheapest, and returns that cost. */
  function takeOff(size: number): number {
    const { operatorCosts } = facts;
    const { operators } = cut;
    round++;
    let least = INFINITE_COST;
    for (let i = 0; i < size; i++) least = Math.min(least, operatorCosts[operators[i]!]!);
    for (let i = 0; i < size; i++) {
      const first = firstSibling[operators[i]!]!;
      if (isCheaper[first] === round) continue;
      isCheaper[first] = round;
      const end = endOfSiblings[first]!;
      for (let operator = first; operator < end; operator++) {
        operatorCosts[operator] = operatorCosts[operator]! - least;
        facts.lower(operator);
      }
    }
    return least;
  }

  function evaluate(words: Int32Array, at: number): number {
    facts.explore(words, at);
    const hMax = facts.costs[goal]!;
    if (hMax >= INFINITE_COST) return INFINITE_COST;
    let sum = 0;
    while (facts.costs[goal]! > 0) {
      sum += takeOff(cut.find());
      facts.update();
    }
    return Math.max(sum, hMax);
  }

  return { evaluate };
}

/**
 * A cut in the justification graph: operators, none of zero cost, of which every plan contains at least one.
 *
 * Follows Helmert and Domshlak 2009. The justification graph has an edge from each operator's supporter to each fact that the
 * operator adds. The facts from which zero-cost operators lead to the goal are the goal zone. The cut consists of the operators
 * that lead into it from facts that can be reached from the state without entering it.
 *
 * Departs from it in how the operators are found: the paper searches forward from the state, through most of the task; here
 * the search goes backward from the goal zone. A fact cheaper than the goal has a cheapest path to it that cannot touch the
 * goal zone, where every fact costs at least as much as the goal, so that nothing before it needs to be searched. Only for more
 * expensive facts a path must be found. The cuts are the same.
 */
export class LandmarkCut {
  /** The operators of the last cut, as many as `find` returned. */
  readonly operators: Int32Array;
  readonly #task: RelaxedTask;
  readonly #facts: HMaxCosts;
  /** Marks hold the number of their round, so that none has to be cleared. */
  #round = 0;
  readonly #inGoalZone: Int32Array;
  /** Operators of non-zero cost that add a fact of the goal zone. */
  readonly #enters: Int32Array;
  /** Facts that can be reached without entering the goal zone; and facts that cannot. */
  readonly #isBefore: Int32Array;
  readonly #isBeyond: Int32Array;
  /** Work list: facts of the goal zone, then facts on a path. */
  readonly #list: Int32Array;

  constructor(task: RelaxedTask, facts: HMaxCosts) {
    this.#task = task;
    this.#facts = facts;
    this.operators = new Int32Array(task.costs.length);
    this.#inGoalZone = new Int32Array(task.factCount);
    this.#enters = new Int32Array(task.costs.length);
    this.#isBefore = new Int32Array(task.factCount);
    this.#isBeyond = new Int32Array(task.factCount);
    this.#list = new Int32Array(task.factCount);
  }

  /** Finds the cut under the present costs; the goal's must not be zero. Returns the number of its operators. */
  find(): number {
    this.#startRound();
    const { costs, supporters, supporterCosts } = this.#facts;
    const { operators } = this;
    const goalCost = costs[this.#task.goal]!;
    const entering = this.#listEntering();
    let size = 0;
    for (let i = 0; i < entering; i++) {
      const operator = operators[i]!;
      const supporter = supporters[operator]!;
      if (this.#inGoalZone[supporter] === this.#round) continue;
      const isCheap = supporterCosts[operator]! < goalCost;
      if (isCheap || this.#canBeReached(supporter, goalCost)) operators[size++] = operator;
    }
    return size;
  }

  #startRound(): void {
    this.#round++;
    if (this.#round < 2 ** 31) return;
    this.#round = 1;
    for (const marks of [this.#inGoalZone, this.#enters, this.#isBefore, this.#isBeyond]) marks.fill(0);
  }

  /** Marks the goal zone, lists the operators of non-zero cost that lead into it, and returns their number. */
  #listEntering(): number {
    const { goal, achievers } = this.#task;
    const { supporters, operatorCosts } = this.#facts;
    const { operators } = this;
    const [round, inGoalZone, enters, goalZone] = [this.#round, this.#inGoalZone, this.#enters, this.#list];
    let entering = 0;
    let found = 1;
    goalZone[0] = goal;
    inGoalZone[goal] = round;
    for (let next = 0; next < found; next++) {
      const fact = goalZone[next]!;
      const end = achievers.start[fact + 1]!;
      for (let i = achievers.start[fact]!; i < end; i++) {
        const operator = achievers.items[i]!;
        const supporter = supporters[operator]!;
        if (supporter === NO_SUPPORTER || inGoalZone[supporter] === round) continue;
        if (operatorCosts[operator] === 0) {
          inGoalZone[supporter] = round;
          goalZone[found++] = supporter;
        } else if (enters[operator] !== round) {
          enters[operator] = round;
          operators[entering++] = operator;
        }
      }
    }
    return entering;
  }

  /** Whether a path leads from the state to this fact without entering the goal zone. */
  #canBeReached(wanted: number, goalCost: number): boolean {
    const { achievers } = this.#task;
    const { supporters, supporterCosts } = this.#facts;
    const [round, isBefore, isBeyond, way] = [this.#round, this.#isBefore, this.#isBeyond, this.#list];
    const [inGoalZone, enters] = [this.#inGoalZone, this.#enters];
    if (isBefore[wanted] === round) return true;
    if (isBeyond[wanted] === round) return false;
    // Every fact visited counts as unreachable until a path is found.
    let found = 1;
    way[0] = wanted;
    isBeyond[wanted] = round;
    for (let next = 0; next < found; next++) {
      const fact = way[next]!;
      const end = achievers.start[fact + 1]!;
      for (let i = achievers.start[fact]!; i < end; i++) {
        const operator = achievers.items[i]!;
        const supporter = supporters[operator]!;
        if (supporter === NO_SUPPORTER || enters[operator] === round) continue;
        if (inGoalZone[supporter] === round) continue;
        if (supporterCosts[operator]! < goalCost || isBefore[supporter] === round) {
          for (let j = 0; j < found; j++) isBeyond[way[j]!] = 0;
          isBefore[wanted] = round;
          return true;
        }
        if (isBeyond[supporter] === round) continue;
        isBeyond[supporter] = round;
        way[found++] = supporter;
      }
    }
    return false;
  }
}
