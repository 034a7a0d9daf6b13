/**
 * A ground task packed for the search: everything in typed arrays, states as bits.
 *
 * Fact `f` of a state is bit `f % 32` of its word `f / 32`.
 *
 * @module
 */
import { type CompressedRows, compressRows } from './compressed_rows.ts';
import type { GroundOperator, GroundTask } from './ground_task.ts';

export type PackedTask = {
  readonly factCount: number;
  readonly operatorCount: number;
  readonly wordsPerState: number;
  /** The words of the initial state. */
  readonly initial: Int32Array;
  readonly goal: Int32Array;
  /** Operator → cost. */
  readonly costs: Int32Array;
  /** Operator → facts. */
  readonly preconditions: CompressedRows;
  /**
   * Fact → the operators to test in states in which it holds: each operator is listed with its rarest precondition only.
   * Those without preconditions are in the last row, after all facts.
   */
  readonly watchers: CompressedRows;
  /** Operator `o` has the effects `effectStart[o]` up to but not including `effectStart[o + 1]`. */
  readonly effectStart: Int32Array;
  /** Effect → the facts that are its conditions, that it adds, that it deletes. */
  readonly conditions: CompressedRows;
  readonly adds: CompressedRows;
  readonly deletes: CompressedRows;
};

/** Stands for infinity; no estimate and no cost of a plan is as high. */
export const INFINITE_COST = 2 ** 30;

/** The costs of a task are too high for the search to add up. */
export class CostTooGreatError extends Error {
  override readonly name = 'CostTooGreatError';
}

/** Packs a task. Throws `CostTooGreatError` if costs may add up to more than the search can count. */
export function packTask(task: GroundTask): PackedTask {
  const { operators } = task;
  const factCount = task.facts.length;
  const wordsPerState = Math.max(1, Math.ceil(factCount / 32));
  const initial = new Int32Array(wordsPerState);
  for (const fact of task.initial) initial[fact >> 5] = initial[fact >> 5]! | (1 << (fact & 31));
  checkCosts(operators, factCount);
  const effects = operators.flatMap((operator) => operator.effects);
  return {
    factCount,
    operatorCount: operators.length,
    wordsPerState,
    initial,
    goal: Int32Array.from(task.goal),
    costs: Int32Array.from(operators, (operator) => operator.cost),
    preconditions: compressRows(operators.map((operator) => operator.preconditions)),
    watchers: compressRows(watchersOf(operators, factCount)),
    effectStart: compressRows(operators.map((operator) => operator.effects.map(() => 0))).start,
    conditions: compressRows(effects.map((effect) => effect.conditions)),
    adds: compressRows(effects.map((effect) => effect.adds)),
    deletes: compressRows(effects.map((effect) => effect.deletes)),
  };
}

function checkCosts(operators: readonly GroundOperator[], factCount: number): void {
  let greatest = 0;
  let sum = 0;
  for (const { name, cost } of operators) {
    if (!Number.isInteger(cost) || cost < 0) {
      throw new RangeError(`Cannot search: operator "${name}" costs ${cost}; a cost is a whole number from 0`);
    }
    greatest = Math.max(greatest, cost);
    sum += cost;
  }
  // An estimate is the cost of a path through the facts that takes no operator and no fact twice.
  if (greatest >= INFINITE_COST || Math.min(sum, greatest * (factCount + 2)) >= INFINITE_COST) {
    throw new CostTooGreatError(
      `Cannot search: the costs of the actions may add up to more than ${INFINITE_COST - 1}; give costs in a greater unit`,
    );
  }
}

function watchersOf(operators: readonly GroundOperator[], factCount: number): number[][] {
  const uses = new Int32Array(factCount);
  for (const { preconditions } of operators) for (const fact of preconditions) uses[fact] = uses[fact]! + 1;
  const watchers: number[][] = Array.from({ length: factCount + 1 }, () => []);
  for (const [number, { preconditions }] of operators.entries()) {
    let rarest = factCount;
    for (const fact of preconditions) {
      if (rarest === factCount || uses[fact]! < uses[rarest]!) rarest = fact;
    }
    watchers[rarest]?.push(number);
  }
  return watchers;
}
