/**
 * h_max of every fact: what it costs at least to make it true where deletes do not count and the dearest precondition
 * stands for all.
 *
 * Follows Bonet and Geffner 2001, by Dijkstra's algorithm, and Helmert and Domshlak 2009 in what it remembers: the
 * precondition that each operator's cost came from, its supporter. Where operators become cheaper, `update` goes on from
 * there instead of starting again. Nothing is allocated once it is made.
 *
 * `update` departs from both: it does not follow facts that cost as much as the goal or more, which is half of the work.
 * Such a fact may keep a cost that is too high, but never falls below the goal's. That does no harm to a cut. Every
 * cheaper fact has a cheapest way to it from the facts that hold, through cheaper facts only. And no operators without
 * cost lead from the facts that hold to the goal while that costs something: the goal would have been reached along with
 * them. Any precondition may be the supporter for a cut to be one that every plan goes through.
 *
 * @module
 */
import { INFINITE_COST } from '../task/pack_task.ts';
import { type FactQueue, factQueue } from './fact_queue.ts';
import type { RelaxedTask } from './relaxed_task.ts';

export const NO_SUPPORTER = -1;

export class HMaxCosts {
  /** Fact → cost, `INFINITE_COST` where it does not become true. */
  readonly costs: Int32Array;
  /** Relaxed operator → a precondition of greatest cost, `NO_SUPPORTER` where not all become true; and that cost. */
  readonly supporters: Int32Array;
  readonly supporterCosts: Int32Array;
  /** Relaxed operator → what it costs, as in the task after `explore`, from then on the caller's to lower. */
  readonly operatorCosts: Int32Array;
  readonly #task: RelaxedTask;
  readonly #queue: FactQueue;
  readonly #missing: Int32Array;
  readonly #missingAtFirst: Int32Array;

  constructor(task: RelaxedTask) {
    const { factCount, costs, preconditions } = task;
    this.#task = task;
    this.costs = new Int32Array(factCount);
    this.supporters = new Int32Array(costs.length);
    this.supporterCosts = new Int32Array(costs.length);
    this.operatorCosts = new Int32Array(costs.length);
    this.#missing = new Int32Array(costs.length);
    this.#missingAtFirst = costs.map((_, operator) => lengthOf(preconditions.start, operator));
    this.#queue = factQueue(factCount, greatestCost(task));
  }

  /** Finds all costs from the state whose words begin at `at`. */
  explore(words: Int32Array, at: number): void {
    const { always, costs: operatorCosts } = this.#task;
    const { costs } = this;
    costs.fill(INFINITE_COST);
    this.supporters.fill(NO_SUPPORTER);
    this.operatorCosts.set(operatorCosts);
    this.#missing.set(this.#missingAtFirst);
    const end = at + ((always + 31) >> 5);
    costs[always] = 0;
    for (let word = at; word < end; word++) {
      for (let bits = words[word] as number; bits !== 0; bits &= bits - 1) {
        costs[((word - at) << 5) + 31 - Math.clz32(bits & -bits)] = 0;
      }
    }
    this.#settle(always);
    for (let word = at; word < end; word++) {
      for (let bits = words[word] as number; bits !== 0; bits &= bits - 1) {
        this.#settle(((word - at) << 5) + 31 - Math.clz32(bits & -bits));
      }
    }
    for (let fact = this.#queue.pop(); fact >= 0; fact = this.#queue.pop()) this.#settle(fact);
  }

  /** Lowers the costs of the facts that a relaxed operator, which has become cheaper, adds; `update` must follow. */
  lower(operator: number): void {
    const { adds, goal } = this.#task;
    const { costs } = this;
    if (this.supporters[operator] === NO_SUPPORTER) return;
    const cost = (this.supporterCosts[operator] as number) + (this.operatorCosts[operator] as number);
    const end = adds.start[operator + 1] as number;
    for (let i = adds.start[operator] as number; i < end; i++) {
      const fact = adds.items[i] as number;
      if (cost >= (costs[fact] as number)) continue;
      costs[fact] = cost;
      if (cost < (costs[goal] as number)) this.#queue.push(fact, cost);
    }
  }

  /** Brings the costs of facts cheaper than the goal, and of the goal, up to date after `lower`. */
  update(): void {
    const { goal, neededBy, preconditions, adds } = this.#task;
    const { costs, supporters, supporterCosts, operatorCosts } = this;
    const queue = this.#queue;
    for (let fact = queue.pop(); fact >= 0; fact = queue.pop()) {
      const cost = costs[fact] as number;
      const end = neededBy.start[fact + 1] as number;
      for (let i = neededBy.start[fact] as number; i < end; i++) {
        const operator = neededBy.items[i] as number;
        if (supporters[operator] !== fact) continue;
        const before = supporterCosts[operator] as number;
        if (before <= cost) continue;
        let supporter = fact;
        let dearest = cost;
        const needsEnd = preconditions.start[operator + 1] as number;
        for (let j = preconditions.start[operator] as number; j < needsEnd; j++) {
          const other = preconditions.items[j] as number;
          if ((costs[other] as number) <= dearest) continue;
          supporter = other;
          dearest = costs[other] as number;
        }
        supporters[operator] = supporter;
        supporterCosts[operator] = dearest;
        if (dearest >= before) continue;
        const sum = dearest + (operatorCosts[operator] as number);
        const addsEnd = adds.start[operator + 1] as number;
        for (let j = adds.start[operator] as number; j < addsEnd; j++) {
          const added = adds.items[j] as number;
          if (sum >= (costs[added] as number)) continue;
          costs[added] = sum;
          if (sum < (costs[goal] as number)) queue.push(added, sum);
        }
      }
    }
  }

  /** Counts a fact, whose cost is known now, as one that no operator misses any more. */
  #settle(fact: number): void {
    const { neededBy, adds } = this.#task;
    const { costs, supporters, supporterCosts, operatorCosts } = this;
    const missing = this.#missing;
    const queue = this.#queue;
    const cost = costs[fact] as number;
    const end = neededBy.start[fact + 1] as number;
    for (let i = neededBy.start[fact] as number; i < end; i++) {
      const operator = neededBy.items[i] as number;
      const left = (missing[operator] as number) - 1;
      missing[operator] = left;
      if (left !== 0) continue;
      supporters[operator] = fact;
      supporterCosts[operator] = cost;
      const sum = cost + (operatorCosts[operator] as number);
      const addsEnd = adds.start[operator + 1] as number;
      for (let j = adds.start[operator] as number; j < addsEnd; j++) {
        const added = adds.items[j] as number;
        if (sum >= (costs[added] as number)) continue;
        costs[added] = sum;
        queue.push(added, sum);
      }
    }
  }
}

/** No fact costs more: a cheapest way to it comes to no fact twice and takes no operator twice. */
function greatestCost({ costs, factCount }: RelaxedTask): number {
  let greatest = 0;
  let sum = 0;
  for (const cost of costs) {
    greatest = Math.max(greatest, cost);
    sum += cost;
  }
  return Math.min(sum, greatest * factCount);
}

function lengthOf(start: Int32Array, row: number): number {
  return (start[row + 1] as number) - (start[row] as number);
}
