/**
 * The delete relaxation of a task, in which facts stay true.
 *
 * Each conditional effect becomes a relaxed operator, with the operator's preconditions and its own conditions; the unconditional
 * effects of an operator share one. Two facts are added: `always`, the precondition of operators that have no other, and
 * `goal`, which a zero-cost operator adds when all goals hold.
 *
 * @module
 */
import { type CompressedRows, compressRows, transposeRows } from '../task/compressed_rows.ts';
import type { PackedTask } from '../task/pack_task.ts';

export type RelaxedTask = {
  /** Including the two that are added. */
  readonly factCount: number;
  readonly always: number;
  readonly goal: number;
  /** Relaxed operator → facts, at least one. */
  readonly preconditions: CompressedRows;
  /** Relaxed operator → facts that it adds, none of them among its preconditions. */
  readonly adds: CompressedRows;
  /** Fact → relaxed operators of which it is a precondition; that add it. */
  readonly preconditionOf: CompressedRows;
  readonly achievers: CompressedRows;
  readonly costs: Int32Array;
  /** Relaxed operator → operator; -1 for the one that adds `goal`. */
  readonly origins: Int32Array;
  /** Relaxed operator → those of the same operator, which are adjacent: the first one, and one past the last. */
  readonly firstSibling: Int32Array;
  readonly endOfSiblings: Int32Array;
};

type RelaxedOperator = { preconditions: readonly number[]; adds: Set<number>; cost: number; origin: number };

const GOAL_OPERATOR = -1;

export function relaxedTask(task: PackedTask): RelaxedTask {
  const always = task.factCount;
  const goal = always + 1;
  const operators: RelaxedOperator[] = [];
  for (let operator = 0; operator < task.operatorCount; operator++) {
    for (const relaxed of relaxedOperators(task, operator, always)) operators.push(relaxed);
  }
  operators.push({
    preconditions: task.goal.length === 0 ? [always] : [...task.goal],
    adds: new Set([goal]),
    cost: 0,
    origin: GOAL_OPERATOR,
  });
  const preconditions = compressRows(operators.map((operator) => operator.preconditions));
  const adds = compressRows(operators.map((operator) => [...operator.adds].sort((a, b) => a - b)));
  const origins = Int32Array.from(operators, (operator) => operator.origin);
  return {
    factCount: goal + 1,
    always,
    goal,
    preconditions,
    adds,
    preconditionOf: transposeRows(preconditions, goal + 1),
    achievers: transposeRows(adds, goal + 1),
    costs: Int32Array.from(operators, (operator) => operator.cost),
    origins,
    ...siblings(origins),
  };
}

function siblings(origins: Int32Array): Pick<RelaxedTask, 'firstSibling' | 'endOfSiblings'> {
  const firstSibling = new Int32Array(origins.length);
  const endOfSiblings = new Int32Array(origins.length);
  for (let first = 0, end = 0; first < origins.length; first = end) {
    while (end < origins.length && origins[end] === origins[first]) end++;
    firstSibling.fill(first, first, end);
    endOfSiblings.fill(end, first, end);
  }
  return { firstSibling, endOfSiblings };
}

/**
 * One for all unconditional effects, one for each conditional one. Those that add nothing new are left out.
 */
function relaxedOperators(task: PackedTask, operator: number, always: number): RelaxedOperator[] {
  const needed = row(task.preconditions, operator);
  const cost = task.costs[operator] as number;
  const whole: RelaxedOperator = {
    preconditions: needed.length === 0 ? [always] : needed,
    adds: new Set(),
    cost,
    origin: operator,
  };
  const relaxed = [whole];
  for (
    let effect = task.effectStart[operator] as number;
    effect < (task.effectStart[operator + 1] as number);
    effect++
  ) {
    const all = new Set([...needed, ...row(task.conditions, effect)]);
    const adds = row(task.adds, effect).filter((fact) => !all.has(fact));
    if (all.size === needed.length) for (const fact of adds) whole.adds.add(fact);
    else {
      const preconditions = [...all].sort((a, b) => a - b);
      relaxed.push({ preconditions, adds: new Set(adds), cost, origin: operator });
    }
  }
  return relaxed.filter(({ adds }) => adds.size > 0);
}

function row({ start, items }: CompressedRows, number: number): number[] {
  const row: number[] = [];
  for (let at = start[number] as number; at < (start[number + 1] as number); at++) row.push(items[at] as number);
  return row;
}
