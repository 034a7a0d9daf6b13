/** h_max (Bonet and Geffner 2001), with each operator's most expensive precondition, its supporter (Helmert and Domshlak 2009). */
import { type FactQueue, factQueue } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { listFacts } from '../task/states.ts';
import type { Heuristic } from './heuristic.ts';
import { type RelaxedTask, relaxedTask } from './relaxed_task.ts';

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
 * Allocates nothing after construction. `update` skips facts that cost at least as much as the goal, half of the work:
 * their costs may be too high, but cheaper facts have cheapest paths through cheaper facts only, so cuts stay correct.
 */
export class HMaxCosts {
  /** Fact → cost; `INFINITE_COST` if it cannot be reached. */
  readonly costs: Int32Array;
  /** Relaxed operator → most expensive precondition (`NO_SUPPORTER` if one is unreachable), and its cost. */
  readonly supporters: Int32Array;
  readonly supporterCosts: Int32Array;
  /** Relaxed operator → cost; `explore` resets it, callers may lower it afterwards. */
  readonly operatorCosts: Int32Array;
  readonly #task: RelaxedTask;
  readonly #queue: FactQueue;
  readonly #missing: Int32Array;
  readonly #holding: Int32Array;

  constructor(task: RelaxedTask) {
    const { factCount, costs } = task;
    this.#task = task;
    this.costs = new Int32Array(factCount);
    this.supporters = new Int32Array(costs.length);
    this.supporterCosts = new Int32Array(costs.length);
    this.operatorCosts = new Int32Array(costs.length);
    this.#missing = new Int32Array(costs.length);
    this.#holding = new Int32Array((factCount + 31) & ~31);
    this.#queue = factQueue(factCount, greatestCost(task));
  }

  explore(words: Int32Array, at: number): void {
    const { always, costs: operatorCosts, preconditionCounts } = this.#task;
    const { costs } = this;
    const [holding, queue] = [this.#holding, this.#queue];
    costs.fill(INFINITE_COST);
    this.supporters.fill(NO_SUPPORTER);
    this.operatorCosts.set(operatorCosts);
    this.#missing.set(preconditionCounts);
    const count = listFacts(words, at, always, holding);
    costs[always] = 0;
    for (let i = 0; i < count; i++) costs[holding[i]!] = 0;
    this.#settle(always);
    for (let i = 0; i < count; i++) this.#settle(holding[i]!);
    for (let fact = queue.pop(); fact >= 0; fact = queue.pop()) this.#settle(fact);
  }

  /** `update` must follow. */
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

  update(): void {
    const { preconditionOf, preconditions } = this.#task;
    const { costs, supporters, supporterCosts } = this;
    const queue = this.#queue;
    for (let fact = queue.pop(); fact >= 0; fact = queue.pop()) {
      const cost = costs[fact]!;
      const end = preconditionOf.start[fact + 1]!;
      for (let i = preconditionOf.start[fact]!; i < end; i++) {
        const operator = preconditionOf.items[i]!;
        const before = supporterCosts[operator]!;
        if (supporters[operator] !== fact || before <= cost) continue;
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
        if (dearest < before) this.lower(operator);
      }
    }
  }

  #settle(fact: number): void {
    const { preconditionOf, adds } = this.#task;
    const { costs, supporters, supporterCosts, operatorCosts } = this;
    const missing = this.#missing;
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
        this.#queue.push(added, sum);
      }
    }
  }
}

/** An upper bound: a cheapest path takes no fact and no operator twice. */
function greatestCost({ costs, factCount }: RelaxedTask): number {
  const sum = costs.reduce((before, cost) => before + cost, 0);
  const greatest = costs.reduce((most, cost) => Math.max(most, cost), 0);
  return Math.min(sum, greatest * factCount);
}
