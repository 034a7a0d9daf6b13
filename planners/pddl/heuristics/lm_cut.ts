/**
 * LM-cut (Helmert and Domshlak 2009). A cut lowers the cost of all conditional effects of an operator, once.
 * The sum may then be below h_max (Röger, Pommerening and Helmert 2014).
 */
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { HMaxCosts, NO_SUPPORTER } from './h_max.ts';
import { type Heuristic, type RelaxedTask, relaxedTask } from './relaxed_task.ts';

export function lmCut(task: GroundTask): Heuristic {
  const relaxed = relaxedTask(task);
  const hMaxCosts = new HMaxCosts(relaxed);
  const cut = new LandmarkCut(relaxed, hMaxCosts);
  const { goal, origins, firstOf } = relaxed;
  const chargedIn = new Float64Array(firstOf.length);
  let round = 0;

  function charge(size: number): number {
    const { operatorCosts } = hMaxCosts;
    const { operators } = cut;
    round++;
    let least = INFINITE_COST;
    for (let i = 0; i < size; i++) least = Math.min(least, operatorCosts[operators[i]!]!);
    for (let i = 0; i < size; i++) {
      const origin = origins[operators[i]!]!;
      if (chargedIn[origin] === round) continue;
      chargedIn[origin] = round;
      const end = firstOf[origin + 1]!;
      for (let operator = firstOf[origin]!; operator < end; operator++) {
        operatorCosts[operator] = operatorCosts[operator]! - least;
        hMaxCosts.lowerEffects(operator);
      }
    }
    return least;
  }

  function evaluate(words: Int32Array, offset: number): number {
    hMaxCosts.explore(words, offset);
    const hMax = hMaxCosts.costs[goal]!;
    if (hMax >= INFINITE_COST) return INFINITE_COST;
    let sum = 0;
    while (hMaxCosts.costs[goal]! > 0) {
      sum += charge(cut.find());
      hMaxCosts.update();
    }
    return Math.max(sum, hMax);
  }

  return { evaluate };
}

/** Unlike the paper, searches backward: a fact cheaper than the goal has a cheapest path outside the zone. */
export class LandmarkCut {
  readonly operators: Int32Array;
  readonly #task: RelaxedTask;
  readonly #hMaxCosts: HMaxCosts;
  #round = 0;
  readonly #inGoalZone: Float64Array;
  readonly #enters: Float64Array;
  readonly #isReached: Float64Array;
  readonly #isCutOff: Float64Array;
  readonly #list: Int32Array;

  constructor(task: RelaxedTask, hMaxCosts: HMaxCosts) {
    const { factCount, costs } = task;
    this.#task = task;
    this.#hMaxCosts = hMaxCosts;
    this.operators = new Int32Array(costs.length);
    this.#inGoalZone = new Float64Array(factCount);
    this.#enters = new Float64Array(costs.length);
    this.#isReached = new Float64Array(factCount);
    this.#isCutOff = new Float64Array(factCount);
    this.#list = new Int32Array(factCount);
  }

  find(): number {
    this.#round++;
    const { costs, supporters, supporterCosts } = this.#hMaxCosts;
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

  #listEntering() {
    const { goal, achievers } = this.#task;
    const { supporters, operatorCosts } = this.#hMaxCosts;
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

  #canBeReached(target: number, goalCost: number) {
    const { achievers } = this.#task;
    const { supporters, supporterCosts } = this.#hMaxCosts;
    const [round, isReached, isCutOff, path] = [this.#round, this.#isReached, this.#isCutOff, this.#list];
    const [inGoalZone, enters] = [this.#inGoalZone, this.#enters];
    if (isReached[target] === round) return true;
    if (isCutOff[target] === round) return false;
    let found = 1;
    path[0] = target;
    isCutOff[target] = round;
    for (let next = 0; next < found; next++) {
      const fact = path[next]!;
      const end = achievers.start[fact + 1]!;
      for (let i = achievers.start[fact]!; i < end; i++) {
        const operator = achievers.items[i]!;
        const supporter = supporters[operator]!;
        if (supporter === NO_SUPPORTER || enters[operator] === round || inGoalZone[supporter] === round) continue;
        if (supporterCosts[operator]! < goalCost || isReached[supporter] === round) {
          for (let j = 0; j < found; j++) isCutOff[path[j]!] = 0;
          isReached[target] = round;
          return true;
        }
        if (isCutOff[supporter] === round) continue;
        isCutOff[supporter] = round;
        path[found++] = supporter;
      }
    }
    return false;
  }
}
