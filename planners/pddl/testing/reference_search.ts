/** Search and h_max, plain and slow, with sets of numbers for states. */
import type { OperatorLists, TaskLists } from '../task/ground_task.ts';

type State = ReadonlySet<number>;

export function hold(state: State, facts: readonly number[]): boolean {
  return facts.every((fact) => state.has(fact));
}

export function after(state: State, { effects }: OperatorLists): State {
  const happening = effects.filter(({ conditions }) => hold(state, conditions));
  const next = new Set(state);
  for (const { deletes } of happening) for (const fact of deletes) next.delete(fact);
  for (const { adds } of happening) for (const fact of adds) next.add(fact);
  return next;
}

export function referenceApplicable({ operators, initial }: TaskLists): number[] {
  const state = new Set(initial);
  return [...operators.keys()].filter((operator) => hold(state, operators[operator]?.preconditions ?? []));
}

export function referenceSuccessor({ operators, initial }: TaskLists, operator: number): number[] {
  return [...after(new Set(initial), operators[operator]!)].sort((a, b) => a - b);
}

const keyOf = (state: ReadonlySet<unknown>) => [...state].sort().join(' ');

/** Cost of a cheapest plan from a state, null if there is none. */
export function referenceCost(task: TaskLists, initial: readonly number[] = task.initial): number | null {
  const next = (state: State) =>
    task.operators
      .filter(({ preconditions }) => hold(state, preconditions))
      .map((operator) => ({ state: after(state, operator), cost: operator.cost }));
  return cheapest(new Set(initial), { isGoal: (state) => hold(state, task.goal), next })!;
}

type Space<S> = { isGoal: (state: S) => boolean; next: (state: S) => readonly { state: S; cost: number }[] };

/** Dijkstra's algorithm without any queue. Null: no plan; undefined: more than `statesMax` states would be needed to know. */
export function cheapest<S extends ReadonlySet<unknown>>(
  first: S,
  { isGoal, next }: Space<S>,
  statesMax = Number.POSITIVE_INFINITY,
): number | null | undefined {
  const open = new Map([[keyOf(first), { state: first, cost: 0 }]]);
  const done = new Set<string>();
  while (open.size > 0) {
    if (done.size + open.size > statesMax) return undefined;
    const [key, { state, cost }] = [...open].reduce((best, other) => (other[1].cost < best[1].cost ? other : best));
    open.delete(key);
    done.add(key);
    if (isGoal(state)) return cost;
    for (const step of next(state)) {
      const nextKey = keyOf(step.state);
      const sum = cost + step.cost;
      if (done.has(nextKey) || sum >= (open.get(nextKey)?.cost ?? Number.POSITIVE_INFINITY)) continue;
      open.set(nextKey, { state: step.state, cost: sum });
    }
  }
  return null;
}

/** h_max of a state, null if the goal cannot be reached: costs are lowered until none changes. */
export function referenceHMax(task: TaskLists, state: readonly number[] = task.initial): number | null {
  const costs = new Map(state.map((fact) => [fact, 0]));
  const dearest = (facts: readonly number[]) =>
    Math.max(0, ...facts.map((fact) => costs.get(fact) ?? Number.POSITIVE_INFINITY));
  for (let falls = true; falls; ) {
    falls = false;
    for (const { preconditions, effects, cost } of task.operators) {
      for (const { conditions, adds } of effects) {
        const sum = dearest([...preconditions, ...conditions]) + cost;
        for (const fact of adds) {
          if (sum >= (costs.get(fact) ?? Number.POSITIVE_INFINITY)) continue;
          costs.set(fact, sum);
          falls = true;
        }
      }
    }
  }
  const cost = dearest(task.goal);
  return cost === Number.POSITIVE_INFINITY ? null : cost;
}

/** Replays a plan by its names. The cost if every action is applicable and the goal holds at the end, else what is wrong. */
export function referenceReplay(task: TaskLists, plan: readonly string[]): number | string {
  let state: State = new Set(task.initial);
  let cost = 0;
  for (const name of plan) {
    const operator = task.operators.find((other) => other.name === name && hold(state, other.preconditions));
    if (operator === undefined) return `cannot ${name}`;
    state = after(state, operator);
    cost += operator.cost;
  }
  return hold(state, task.goal) ? cost : 'goal not reached';
}

/** The reachable states, at most `max` of them, nearest first. */
export function referenceStates(task: TaskLists, max: number): number[][] {
  const states = new Map<string, State>([['', new Set(task.initial)]]);
  for (const state of states.values()) {
    for (const operator of task.operators) {
      if (states.size >= max) break;
      if (!hold(state, operator.preconditions)) continue;
      const next = after(state, operator);
      const key = keyOf(next);
      if (!states.has(key)) states.set(key, next);
    }
  }
  return [...states.values()].map((state) => [...state].sort((a, b) => a - b));
}
