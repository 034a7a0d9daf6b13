/** h_max (Bonet and Geffner 2001); the supporter is the most expensive precondition (Helmert and Domshlak 2009). */
import { type FactQueue, factQueue } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { listFacts } from '../task/states.ts';
import { type Heuristic, type RelaxedTask, relaxedTask } from './relaxed_task.ts';

export function hMax(task: GroundTask): Heuristic {
  const relaxed = relaxedTask(task);
  const hMaxCosts = new HMaxCosts(relaxed);
  return {
    evaluate: (words, offset) => {
      hMaxCosts.explore(words, offset);
      return hMaxCosts.costs[relaxed.goal]!;
    },
  };
}

export const NO_SUPPORTER = -1;

/** `update` skips facts as expensive as the goal: cheaper facts never need them. */
export class HMaxCosts {
  readonly costs: Int32Array;
  readonly supporters: Int32Array;
  readonly supporterCosts: Int32Array;
  /** Callers may lower them until the next `explore`. */
  readonly operatorCosts: Int32Array;
  readonly #task: RelaxedTask;
  readonly #queue: FactQueue;
  readonly #missing: Int32Array;
  readonly #initial: Int32Array;

  constructor(task: RelaxedTask) {
    const { factCount, costs } = task;
    this.#task = task;
    this.costs = new Int32Array(factCount);
    this.supporters = new Int32Array(costs.length);
    this.supporterCosts = new Int32Array(costs.length);
    this.operatorCosts = new Int32Array(costs.length);
    this.#missing = new Int32Array(costs.length);
    this.#initial = new Int32Array((factCount + 31) & ~31);
    this.#queue = factQueue(factCount, maxCost(task));
  }

  explore(words: Int32Array, offset: number): void {
    const { trueFact, costs: operatorCosts, preconditionCounts } = this.#task;
    const { costs } = this;
    const [initial, queue] = [this.#initial, this.#queue];
    costs.fill(INFINITE_COST);
    this.supporters.fill(NO_SUPPORTER);
    this.operatorCosts.set(operatorCosts);
    this.#missing.set(preconditionCounts);
    const count = listFacts(words, offset, trueFact, initial);
    costs[trueFact] = 0;
    for (let i = 0; i < count; i++) costs[initial[i]!] = 0;
    this.#settle(trueFact);
    for (let i = 0; i < count; i++) this.#settle(initial[i]!);
    for (let fact = queue.pop(); fact >= 0; fact = queue.pop()) this.#settle(fact);
  }

  /** Call `update` afterwards. */
  lowerEffects(operator: number): void {
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
        let highest = cost;
        const needsEnd = preconditions.start[operator + 1]!;
        for (let j = preconditions.start[operator]!; j < needsEnd; j++) {
          const other = preconditions.items[j]!;
          if (costs[other]! <= highest) continue;
          supporter = other;
          highest = costs[other]!;
        }
        supporters[operator] = supporter;
        supporterCosts[operator] = highest;
        if (highest < before) this.lowerEffects(operator);
      }
    }
  }

  #settle(fact: number) {
    const { preconditionOf, adds } = this.#task;
    const { costs, supporters, supporterCosts, operatorCosts } = this;
    const missing = this.#missing;
    const cost = costs[fact]!;
    const end = preconditionOf.start[fact + 1]!;
    for (let i = preconditionOf.start[fact]!; i < end; i++) {
      const operator = preconditionOf.items[i]!;
      const unreached = missing[operator]! - 1;
      missing[operator] = unreached;
      if (unreached !== 0) continue;
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

/** A cheapest path takes no fact and no operator twice. */
function maxCost({ costs, factCount }: RelaxedTask) {
  const sum = costs.reduce((before, cost) => before + cost, 0);
  const greatest = costs.reduce((most, cost) => Math.max(most, cost), 0);
  return Math.min(sum, greatest * factCount);
}
