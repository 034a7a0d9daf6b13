/** The FF heuristic (Hoffmann and Nebel 2001), with achievers chosen by h_add (Keyder and Geffner 2008). */
import { type FactQueue, factQueue } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { listFacts } from '../task/states.ts';
import { type Heuristic, type RelaxedTask, relaxedTask } from './relaxed_task.ts';

export function ff(task: GroundTask): Heuristic {
  return new RelaxedPlan(relaxedTask(task));
}

/** Sums of h_add can exceed 32 bits. */
const SUM_MAX = INFINITE_COST - 1;

const NONE = -1;

class RelaxedPlan implements Heuristic {
  readonly #task: RelaxedTask;
  readonly #queue: FactQueue;
  /** h_add, and its relaxed operator or `NONE`. */
  readonly #costs: Int32Array;
  readonly #achievers: Int32Array;
  readonly #sums: Int32Array;
  readonly #missing: Int32Array;
  readonly #factMarks: Int32Array;
  readonly #operatorMarks: Int32Array;
  #evaluation = 0;
  readonly #facts: Int32Array;

  constructor(task: RelaxedTask) {
    const { factCount, costs, firstOf } = task;
    this.#task = task;
    this.#queue = factQueue(factCount, INFINITE_COST);
    this.#costs = new Int32Array(factCount);
    this.#achievers = new Int32Array(factCount);
    this.#sums = new Int32Array(costs.length);
    this.#missing = new Int32Array(costs.length);
    this.#factMarks = new Int32Array(factCount);
    this.#operatorMarks = new Int32Array(firstOf.length);
    this.#facts = new Int32Array((factCount + 31) & ~31);
  }

  #explore(words: Int32Array, offset: number) {
    const { trueFact, costs, preconditionCounts } = this.#task;
    this.#costs.fill(INFINITE_COST);
    this.#achievers.fill(NONE);
    this.#sums.set(costs);
    this.#missing.set(preconditionCounts);
    this.#lowerCost(trueFact, 0);
    const count = listFacts(words, offset, trueFact, this.#facts);
    for (let i = 0; i < count; i++) this.#lowerCost(this.#facts[i]!, 0);
    for (let fact = this.#queue.pop(); fact !== NONE; fact = this.#queue.pop()) this.#settle(fact);
  }

  evaluate(words: Int32Array, offset: number): number {
    this.#explore(words, offset);
    const { goal, preconditions, origins, costs } = this.#task;
    if (this.#costs[goal]! >= INFINITE_COST) return INFINITE_COST;
    const facts = this.#facts;
    this.#evaluation++;
    let sum = 0;
    let found = 1;
    facts[0] = goal;
    for (let next = 0; next < found; next++) {
      const operator = this.#achievers[facts[next]!]!;
      if (operator === NONE) continue;
      const origin = origins[operator]!;
      if (this.#operatorMarks[origin] !== this.#evaluation) {
        this.#operatorMarks[origin] = this.#evaluation;
        sum = Math.min(SUM_MAX, sum + costs[operator]!);
      }
      for (let i = preconditions.start[operator]!; i < preconditions.start[operator + 1]!; i++) {
        const fact = preconditions.items[i]!;
        if (this.#factMarks[fact] === this.#evaluation) continue;
        this.#factMarks[fact] = this.#evaluation;
        facts[found++] = fact;
      }
    }
    return sum;
  }

  #lowerCost(fact: number, cost: number) {
    this.#costs[fact] = cost;
    this.#queue.push(fact, cost);
  }

  #settle(fact: number) {
    const { preconditionOf, adds } = this.#task;
    const cost = this.#costs[fact]!;
    for (let i = preconditionOf.start[fact]!; i < preconditionOf.start[fact + 1]!; i++) {
      const operator = preconditionOf.items[i]!;
      const sum = Math.min(SUM_MAX, this.#sums[operator]! + cost);
      const missing = this.#missing[operator]! - 1;
      this.#sums[operator] = sum;
      this.#missing[operator] = missing;
      if (missing > 0) continue;
      for (let j = adds.start[operator]!; j < adds.start[operator + 1]!; j++) {
        const added = adds.items[j]!;
        if (sum >= this.#costs[added]!) continue;
        this.#achievers[added] = operator;
        this.#lowerCost(added, sum);
      }
    }
  }
}
