/**
 * Each conditional effect becomes a relaxed operator; unconditional effects of an operator share one.
 * Adds `always`, the precondition of operators without one, and `goal`, added by a zero-cost operator.
 */
import { type GroundTask, packRows, type Rows, transposeRows } from '../task/ground_task.ts';

export type RelaxedTask = {
  readonly factCount: number;
  readonly always: number;
  readonly goal: number;
  /** Relaxed operator → facts, at least one. */
  readonly preconditions: Rows;
  /** Relaxed operator → added facts outside its preconditions. */
  readonly adds: Rows;
  readonly preconditionOf: Rows;
  readonly achievers: Rows;
  readonly costs: Int32Array;
  /** Relaxed operator → operator; -1 for the one that adds `goal`. */
  readonly origins: Int32Array;
  /** Relaxed operator → the first of its operator's, which are adjacent, and one past the last. */
  readonly firstSibling: Int32Array;
  readonly endOfSiblings: Int32Array;
};

type RelaxedOperator = {
  readonly preconditions: readonly number[];
  readonly adds: readonly number[];
  readonly cost: number;
  readonly origin: number;
};

const GOAL_OPERATOR = -1;

export function relaxedTask(task: GroundTask): RelaxedTask {
  const always = task.facts.length;
  const goal = always + 1;
  const atGoal: RelaxedOperator = {
    preconditions: task.goal.length === 0 ? [always] : [...task.goal],
    adds: [goal],
    cost: 0,
    origin: GOAL_OPERATOR,
  };
  const operators: RelaxedOperator[] = [];
  for (let operator = 0; operator < task.names.length; operator++) {
    for (const relaxed of relaxedOperators(task, operator, always)) operators.push(relaxed);
  }
  operators.push(atGoal);
  const preconditions = packRows(operators.map((operator) => operator.preconditions));
  const adds = packRows(operators.map((operator) => operator.adds));
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

function relaxedOperators(task: GroundTask, operator: number, always: number): RelaxedOperator[] {
  const needed = row(task.preconditions, operator);
  const common = { cost: task.costs[operator]!, origin: operator };
  const unconditional = new Set<number>();
  const relaxed: RelaxedOperator[] = [];
  for (let effect = task.effectStart[operator]!; effect < task.effectStart[operator + 1]!; effect++) {
    const all = new Set([...needed, ...row(task.conditions, effect)]);
    const adds = row(task.adds, effect).filter((fact) => !all.has(fact));
    if (all.size === needed.length) for (const fact of adds) unconditional.add(fact);
    else relaxed.push({ ...common, preconditions: inOrder(all), adds: inOrder(adds) });
  }
  const whole = { ...common, preconditions: needed.length === 0 ? [always] : needed, adds: inOrder(unconditional) };
  return [whole, ...relaxed].filter(({ adds }) => adds.length > 0);
}

function inOrder(facts: Iterable<number>): number[] {
  return [...facts].sort((a, b) => a - b);
}

function row({ start, items }: Rows, number: number): number[] {
  const row: number[] = [];
  for (let at = start[number]!; at < start[number + 1]!; at++) row.push(items[at]!);
  return row;
}

export function missingAtFirst({ costs, preconditions: { start } }: RelaxedTask): Int32Array {
  return costs.map((_, operator) => start[operator + 1]! - start[operator]!);
}
