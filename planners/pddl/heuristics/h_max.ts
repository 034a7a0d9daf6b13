/**
 * The h_max heuristic: the cost of the most expensive goal if deletes are ignored. Admissible and consistent.
 *
 * Follows Bonet and Geffner 2001, by Dijkstra's algorithm, and Helmert and Domshlak 2009, who also keep the most expensive
 * precondition of each operator, its supporter.
 */
import { type FactQueue, factQueue } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { listFacts } from '../task/states.ts';
import type { Heuristic } from './heuristic.ts';
import { missingAtFirst, type RelaxedTask, relaxedTask } from './relaxed_task.ts';

export function hMax(task: GroundTask): Heuristic {
  const relaxed = relaxedTask(task);
  const facts = new HMaxCosts(relaxed);
  return {
    evaluate: (words, at) => {
      facts.explore(words, at);
      return facts.costs[relaxed.goal]!;
    },
  };
}

export const NO_SUPPORTER = -1;

/**
 * The least cost of making each fact true if only the most expensive precondition of each operator counts. When operators become
 * cheaper, `update` goes on from there instead of starting anew. Nothing is allocated after construction.
 *
 * `update` does not propagate facts that cost as much as the goal or more, which saves half of the work. The cost of such a fact
 * may be too high, but its true cost is not below the goal's, and cuts stay correct: every cheaper fact has a cheapest path through
 * cheaper facts only; and as long as the goal costs something, no path of zero-cost operators leads from the state to it, or it
 * would have been reached along that path. For every plan to go through a cut, any precondition may be the supporter.
 */
export class HMaxCosts {
  /** Fact → cost; `INFINITE_COST` if it cannot be reached. */
  readonly costs: Int32Array;
  /** Relaxed operator → its most expensive precondition, `NO_SUPPORTER` if one cannot be reached; and the cost of it. */
  readonly supporters: Int32Array;
  readonly supporterCosts: Int32Array;
  /** Relaxed operator → its cost. `explore` sets it as in the task; callers may lower it from then on. */
  readonly operatorCosts: Int32Array;
  readonly #task: RelaxedTask;
  readonly #queue: FactQueue;
  readonly #missing: Int32Array;
  readonly #missingAtFirst: Int32Array;
  readonly #holding: Int32Array;

  constructor(task: RelaxedTask) {
    const { factCount, costs } = task;
    this.#task = task;
    this.costs = new Int32Array(factCount);
    this.supporters = new Int32Array(costs.length);
    this.supporterCosts = new Int32Array(costs.length);
    this.operatorCosts = new Int32Array(costs.length);
    this.#missing = new Int32Array(costs.length);
    this.#missingAtFirst = missingAtFirst(task);
    this.#holding = new Int32Array((factCount + 31) & ~31);
    this.#queue = factQueue(factCount, greatestCost(task));
  }

  explore(words: Int32Array, at: number): void {
    const { always, costs: operatorCosts } = this.#task;
    const { costs } = this;
    costs.fill(INFINITE_COST);
    this.supporters.fill(NO_SUPPORTER);
    this.operatorCosts.set(operatorCosts);
    this.#missing.set(this.#missingAtFirst);
    const holding = this.#holding;
    const count = listFacts(words, at, always, holding);
    costs[always] = 0;
    for (let i = 0; i < count; i++) costs[holding[i]!] = 0;
    this.#settle(always);
    for (let i = 0; i < count; i++) this.#settle(holding[i]!);
    for (let fact = this.#queue.pop(); fact >= 0; fact = this.#queue.pop()) this.#settle(fact);
  }

  /** Lowers the costs of the facts added by a relaxed operator that has become cheaper; `update` must follow. */
  lower(operator: number): void {
    const { adds, goal } = this.#task;
    const { costs } = this;
    if (this.supporters[operator] === NO_SUPPORTER) return;
    const cost = this.supporterCosts[operator]! + this.operatorCosts[operator]!;
    const end = adds.start[operator + 1]!;
    for (let i = adds.start[operator]!; i < end; i++) {
      const fact = adds.items[i]!;
      if (cost >= costs[fact]!) continue;
      costs[fact] = cost;
      if (cost < costs[goal]!) this.#queue.push(fact, cost);
    }
  }

  /** Updates the costs of the goal, and of facts cheaper than it, after calls of `lower`. */
  update(): void {
    const { goal, preconditionOf, preconditions, adds } = this.#task;
    const { costs, supporters, supporterCosts, operatorCosts } = this;
    const queue = this.#queue;
    for (let fact = queue.pop(); fact >= 0; fact = queue.pop()) {
      const cost = costs[fact]!;
      const end = preconditionOf.start[fact + 1]!;
      for (let i = preconditionOf.start[fact]!; i < end; i++) {
        const operator = preconditionOf.items[i]!;
        if (supporters[operator] !== fact) continue;
        const before = supporterCosts[operator]!;
        if (before <= cost) continue;
        let supporter = fact;
        let dearest = cost;
        const needsEnd = preconditions.start[operator + 1]!;
        for (let j = preconditions.start[operator]!; j < needsEnd; j++) {
          const other = preconditions.items[j]!;
          if (costs[other]! <= dearest) continue;
          supporter = other;
          dearest = costs[other]!;
        }
        supporters[operator] = supporter;
        supporterCosts[operator] = dearest;
        if (dearest >= before) continue;
        const sum = dearest + operatorCosts[operator]!;
        const addsEnd = adds.start[operator + 1]!;
        for (let j = adds.start[operator]!; j < addsEnd; j++) {
          const added = adds.items[j]!;
          if (sum >= costs[added]!) continue;
          costs[added] = sum;
          if (sum < costs[goal]!) queue.push(added, sum);
        }
      }
    }
  }

  /** Takes the cost of a fact as final: operators that need it have one unreached precondition less. */
  #settle(fact: number): void {
    const { preconditionOf, adds } = this.#task;
    const { costs, supporters, supporterCosts, operatorCosts } = this;
    const missing = this.#missing;
    const queue = this.#queue;
    const cost = costs[fact]!;
    const end = preconditionOf.start[fact + 1]!;
    for (let i = preconditionOf.start[fact]!; i < end; i++) {
      const operator = preconditionOf.items[i]!;
      const left = missing[operator]! - 1;
      missing[operator] = left;
      if (left !== 0) continue;
      supporters[operator] = fact;
      supporterCosts[operator] = cost;
      const sum = cost + operatorCosts[operator]!;
      const addsEnd = adds.start[operator + 1]!;
      for (let j = adds.start[operator]!; j < addsEnd; j++) {
        const added = adds.items[j]!;
        if (sum >= costs[added]!) continue;
        costs[added] = sum;
        queue.push(added, sum);
      }
    }
  }
}

/** No fact costs more, since a cheapest path takes no fact and no operator twice. */
function greatestCost({ costs, factCount }: RelaxedTask): number {
  let greatest = 0;
  let sum = 0;
  for (const cost of costs) {
    greatest = Math.max(greatest, cost);
    sum += cost;
  }
  return Math.min(sum, greatest * factCount);
}
