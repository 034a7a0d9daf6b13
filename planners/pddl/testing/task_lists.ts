import type { GroundTask, Rows, TaskLists } from '../task/ground_task.ts';

export function listsOf(task: GroundTask): TaskLists {
  const { facts, names, costs, initial, goal, preconditions, effectStart, conditions, adds, deletes } = task;
  return {
    facts,
    operators: names.map((name, operator) => ({
      name,
      cost: costs[operator]!,
      preconditions: row(preconditions, operator),
      effects: Array.from({ length: effectStart[operator + 1]! - effectStart[operator]! }, (_, i) => {
        const effect = effectStart[operator]! + i;
        return { conditions: row(conditions, effect), adds: row(adds, effect), deletes: row(deletes, effect) };
      }),
    })),
    initial: [...facts.keys()].filter((fact) => (((initial[fact >> 5] ?? 0) >> (fact & 31)) & 1) === 1),
    goal: [...goal],
  };
}

export function row({ start, items }: Rows, number: number): number[] {
  return [...items.subarray(start[number], start[number + 1])];
}
