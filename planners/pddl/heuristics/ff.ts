/**
 * Not admissible: A* plans need not be cheapest.
 * Follows Hoffmann and Nebel 2001, with each fact's achiever chosen by h_add (Keyder and Geffner 2008).
 */
import { factQueue } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { listFacts } from '../task/states.ts';
import type { Heuristic } from './heuristic.ts';
import { type RelaxedTask, relaxedTask } from './relaxed_task.ts';

/** Caps sums of h_add, which may grow without bound. */
const SUM_MAX = INFINITE_COST - 1;

const NONE = -1;

/** The cost of a relaxed plan, which takes each operator once. */
export function ff(task: GroundTask): Heuristic {
  const relaxed = relaxedTask(task);
  const { factCount, goal, preconditions, origins, costs } = relaxed;
  const { achievers, explore } = hAdd(relaxed);
  /** Marks hold the number of the evaluation. */
  const factMarks = new Float64Array(factCount);
  const operatorMarks = new Float64Array(origins.at(-1)! + 1);
  const wanted = new Int32Array(factCount);
  let evaluation = 0;

  function evaluate(words: Int32Array, at: number): number {
    explore(words, at);
    if (achievers[goal] === NONE) return INFINITE_COST;
    evaluation++;
    let sum = 0;
    let found = 1;
    wanted[0] = goal;
    for (let next = 0; next < found; next++) {
      const operator = achievers[wanted[next]!]!;
      if (operator === NONE) continue;
      const origin = origins[operator]!;
      if (operatorMarks[origin] !== evaluation) {
        operatorMarks[origin] = evaluation;
        sum = Math.min(SUM_MAX, sum + costs[operator]!);
      }
      for (let i = preconditions.start[operator]!; i < preconditions.start[operator + 1]!; i++) {
        const fact = preconditions.items[i]!;
        if (factMarks[fact] === evaluation) continue;
        factMarks[fact] = evaluation;
        wanted[found++] = fact;
      }
    }
    return sum;
  }

  return { evaluate };
}

function hAdd({ factCount, always, costs: operatorCosts, preconditionCounts, preconditionOf, adds }: RelaxedTask) {
  const queue = factQueue(factCount, INFINITE_COST);
  const costs = new Int32Array(factCount);
  /** Fact → its best relaxed operator; `NONE` if the fact holds already or is unreachable. */
  const achievers = new Int32Array(factCount);
  /** Relaxed operator → cost with reached preconditions, and the number of those not yet reached. */
  const sums = new Int32Array(operatorCosts.length);
  const missing = new Int32Array(operatorCosts.length);
  const holding = new Int32Array((factCount + 31) & ~31);

  function reach(fact: number, cost: number): void {
    costs[fact] = cost;
    queue.push(fact, cost);
  }

  function settle(fact: number): void {
    const cost = costs[fact]!;
    for (let i = preconditionOf.start[fact]!; i < preconditionOf.start[fact + 1]!; i++) {
      const operator = preconditionOf.items[i]!;
      const sum = Math.min(SUM_MAX, sums[operator]! + cost);
      sums[operator] = sum;
      const left = missing[operator]! - 1;
      missing[operator] = left;
      if (left > 0) continue;
      for (let j = adds.start[operator]!; j < adds.start[operator + 1]!; j++) {
        const added = adds.items[j]!;
        if (sum >= costs[added]!) continue;
        achievers[added] = operator;
        reach(added, sum);
      }
    }
  }

  function explore(words: Int32Array, at: number): void {
    costs.fill(INFINITE_COST);
    achievers.fill(NONE);
    sums.set(operatorCosts);
    missing.set(preconditionCounts);
    reach(always, 0);
    const count = listFacts(words, at, always, holding);
    for (let i = 0; i < count; i++) reach(holding[i]!, 0);
    for (let fact = queue.pop(); fact !== NONE; fact = queue.pop()) settle(fact);
  }

  return { achievers, explore };
}
