/** Conditional effects become relaxed operators. `trueFact` fills empty preconditions. */
import { type GroundTask, packRows, type Rows, transposeRows } from '../task/ground_task.ts';
import { allHold } from '../task/states.ts';

export type RelaxedTask = ReturnType<typeof relaxedTask>;

type RelaxedOperator = Readonly<{ preconditions: readonly number[]; adds: readonly number[]; cost: number }>;

export function relaxedTask(task: GroundTask) {
  const trueFact = task.facts.length;
  const goal = trueFact + 1;
  const goalOperator = { preconditions: task.goal.length === 0 ? [trueFact] : [...task.goal], adds: [goal], cost: 0 };
  const byOrigin = [...task.names.map((_, operator) => relaxedOperators(task, operator, trueFact)), [goalOperator]];
  const operators = byOrigin.flat();
  const preconditions = packRows(operators.map((operator) => operator.preconditions));
  const adds = packRows(operators.map((operator) => operator.adds));
  return {
    factCount: goal + 1,
    trueFact,
    goal,
    preconditions,
    preconditionCounts: Int32Array.from(operators, (operator) => operator.preconditions.length),
    adds,
    preconditionOf: transposeRows(preconditions, goal + 1),
    achievers: transposeRows(adds, goal + 1),
    costs: Int32Array.from(operators, ({ cost }) => cost),
    /** Relaxed operator → operator; the last one adds `goal`. */
    origins: Int32Array.from(byOrigin.flatMap((siblings, origin) => siblings.map(() => origin))),
    /** Origin → relaxed operators, as in `Rows.start`. */
    firstOf: packRows(byOrigin.map((siblings) => siblings.map(() => 0))).start,
  };
}

function relaxedOperators(task: GroundTask, operator: number, trueFact: number): RelaxedOperator[] {
  const needed = row(task.preconditions, operator);
  const cost = task.costs[operator]!;
  const unconditional = new Set<number>();
  const relaxed: RelaxedOperator[] = [];
  for (let effect = task.effectStart[operator]!; effect < task.effectStart[operator + 1]!; effect++) {
    const all = new Set([...needed, ...row(task.conditions, effect)]);
    const adds = row(task.adds, effect).filter((fact) => !all.has(fact));
    if (all.size === needed.length) for (const fact of adds) unconditional.add(fact);
    else relaxed.push({ preconditions: sort(all), adds: sort(adds), cost });
  }
  const whole = { preconditions: needed.length === 0 ? [trueFact] : needed, adds: sort(unconditional), cost };
  return [whole, ...relaxed].filter(({ adds }) => adds.length > 0);
}

function sort(facts: Iterable<number>) {
  return [...facts].sort((a, b) => a - b);
}

function row({ start, items }: Rows, number: number) {
  return [...items.subarray(start[number], start[number + 1])];
}

export type Heuristic = {
  /** `INFINITE_COST` marks a proved dead end. */
  readonly evaluate: (words: Int32Array, offset: number) => number;
};

export function blind({ goal, costs }: GroundTask): Heuristic {
  const lowest = costs.length === 0 ? 0 : costs.reduce((least, cost) => Math.min(least, cost));
  return { evaluate: (words, offset) => (allHold(words, offset, goal, 0, goal.length) ? 0 : lowest) };
}
