/** A* (Hart, Nilsson and Raphael 1968) reopens states, since LM-cut is not consistent; ties in f go by h, then age. */
import { ff } from '../heuristics/ff.ts';
import { hMax } from '../heuristics/h_max.ts';
import { lmCut } from '../heuristics/lm_cut.ts';
import { blind, type Heuristic } from '../heuristics/relaxed_task.ts';
import { OpenList } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { allHold, listApplicable } from '../task/states.ts';
import { StateSpace } from './state_space.ts';

export type SearchOrder = 'astar' | 'gbfs';

const ORDERS = {
  astar: { priority: (g: number, h: number) => g + h, reopens: true },
  gbfs: { priority: (_g: number, h: number) => h, reopens: false },
} satisfies Record<SearchOrder, unknown>;

type SearchLimits = Readonly<{
  expansionsMax: number;
  /** Growing arrays may need as much again. */
  memoryBytesMax: number;
}>;

export type HeuristicName = 'lmcut' | 'hmax' | 'ff' | 'blind';

/** All but `ff` are admissible. */
export const HEURISTICS: Readonly<Record<HeuristicName, (task: GroundTask) => Heuristic>> = {
  lmcut: lmCut,
  hmax: hMax,
  ff,
  blind,
};

export type SolveOptions = Readonly<{
  search?: SearchOrder;
  heuristic?: HeuristicName;
  limits?: Partial<SearchLimits>;
  onProgress?: (counts: SearchCounts) => void;
}>;

export type SearchCounts = Readonly<{ expanded: number; evaluated: number; generated: number }>;

export type SolveResult = SearchCounts & { readonly bytes: number } & (
    | Readonly<{ status: 'solved'; plan: readonly string[]; cost: number }>
    | { readonly status: 'unsolvable' }
    | Readonly<{ status: 'limit'; limit: keyof SearchLimits }>
  );

const SEARCH_LIMITS: SearchLimits = { expansionsMax: Number.POSITIVE_INFINITY, memoryBytesMax: 2 ** 31 };

/** Throws `CostTooGreatError`. */
export function solve(task: GroundTask, options: SolveOptions = {}): SolveResult {
  const { names, costs, facts } = task;
  const invalid = costs.findIndex((cost) => !Number.isInteger(cost) || cost < 0);
  if (invalid >= 0) {
    const operator = `operator "${names[invalid]}" costs ${costs[invalid]}`;
    throw new RangeError(`Cannot search: ${operator}; costs must be non-negative integers`);
  }
  const highest = costs.reduce((most, cost) => Math.max(most, cost), 0);
  const sum = costs.reduce((before, cost) => before + cost, 0);
  // An estimate is the cost of a path that takes no operator and no fact twice.
  if (highest >= INFINITE_COST || Math.min(sum, highest * (facts.length + 2)) >= INFINITE_COST) {
    const message = `the costs of the actions may add up to more than ${INFINITE_COST - 1}`;
    throw new CostTooGreatError(`Cannot search: ${message}; use a larger unit of cost`);
  }
  return bestFirstSearch(task, HEURISTICS[options.heuristic ?? 'lmcut'](task), options);
}

export class CostTooGreatError extends Error {
  override readonly name = 'CostTooGreatError';
}

/** A check takes longer than an expansion. */
const EXPANSIONS_PER_CHECK = 16;

export function bestFirstSearch(task: GroundTask, heuristic: Heuristic, options: SolveOptions = {}): SolveResult {
  const { expansionsMax, memoryBytesMax } = { ...SEARCH_LIMITS, ...options.limits };
  const { priority, reopens } = ORDERS[options.search ?? 'astar'];
  const space = new StateSpace(task);
  const open = new OpenList();
  const applicable = new Int32Array(task.names.length);
  let expanded = 0;
  let generated = 0;
  const counts = () => ({ expanded, evaluated: space.count, generated });
  const bytes = () => space.bytes + open.bytes;

  function enqueue(state: number, g: number, isNew: boolean): void {
    if (isNew) space.setH(state, heuristic.evaluate(space.words, space.offsetOf(state)));
    const h = space.h(state);
    if (h < INFINITE_COST) open.push(priority(g, h), h, state);
  }

  function expand(state: number): void {
    const operators = listApplicable(task, space.words, space.offsetOf(state), applicable);
    for (let i = 0; i < operators; i++) {
      const operator = applicable[i]!;
      const g = space.g(state) + task.costs[operator]!;
      if (g >= INFINITE_COST) throw new CostTooGreatError(`Cannot search: a plan costs more than ${INFINITE_COST - 1}`);
      const countBefore = space.count;
      const next = space.reach(state, operator);
      generated++;
      if (next < countBefore && !(reopens && g < space.g(next))) continue;
      space.setParent(next, { state, operator, g });
      enqueue(next, g, next === countBefore);
    }
  }

  function run(): number | keyof SearchLimits | null {
    enqueue(space.reachInitial(), 0, true);
    for (let state = open.pop(); state >= 0; state = open.pop()) {
      if (space.isClosed(state)) continue;
      if (expanded >= expansionsMax) return 'expansionsMax';
      if (expanded % EXPANSIONS_PER_CHECK === 0) {
        options.onProgress?.(counts());
        if (bytes() > memoryBytesMax) return 'memoryBytesMax';
      }
      space.close(state);
      expanded++;
      if (allHold(space.words, space.offsetOf(state), task.goal, 0, task.goal.length)) return state;
      expand(state);
    }
    return null;
  }

  const outcome = catchMemoryError(run);
  const statistics = { ...counts(), bytes: bytes() };
  if (outcome === null) return { status: 'unsolvable', ...statistics };
  if (typeof outcome === 'string') return { status: 'limit', limit: outcome, ...statistics };
  const plan = space.operatorsTo(outcome).map((operator) => task.names[operator]!);
  return { status: 'solved', plan, cost: space.g(outcome), ...statistics };
}

function catchMemoryError<T>(run: () => T): T | 'memoryBytesMax' {
  try {
    return run();
  } catch (error) {
    const isMemory = error instanceof RangeError && /allocation failed|Invalid typed array length/.test(error.message);
    if (isMemory) return 'memoryBytesMax';
    throw error;
  }
}
