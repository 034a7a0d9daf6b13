/**
 * Solves a ground task in this thread: A* or greedy search, with a heuristic by name, within limits.
 *
 * What comes out depends on the task and the options only, as long as no time limit and no signal ends the search. Limits on
 * expansions and memory are for what must come out the same everywhere; seconds are for a person who waits.
 *
 * @module
 */
import { setImmediate as immediate } from 'node:timers/promises';
import { HEURISTICS, type HeuristicName } from '../heuristics/heuristics.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { INFINITE_COST, packTask } from '../task/pack_task.ts';
import { BestFirstSearch, type SearchOrder } from './best_first_search.ts';

export type SearchLimits = {
  /** Most states expanded. */
  readonly expansionsMax: number;
  /** Most bytes of stored states and queue. Their arrays grow by half, and hold up to as much again while they do. */
  readonly memoryBytesMax: number;
};

export type SolveOptions = {
  /** A* unless said otherwise. */
  readonly search?: SearchOrder;
  /** LM-cut unless said otherwise. With `ff` the plan of A* need not be a cheapest one. */
  readonly heuristic?: HeuristicName;
  readonly limits?: Partial<SearchLimits>;
  /** Measured by the clock, every `EXPANSIONS_AT_ONCE` expansions. */
  readonly timeLimitMs?: number;
  /** Gives milliseconds. */
  readonly clock?: () => number;
  readonly signal?: AbortSignal;
};

export type LimitName = 'expansions' | 'memory' | 'time' | 'aborted';

/** What a search has done. */
export type SearchCounts = {
  readonly expanded: number;
  readonly evaluated: number;
  readonly generated: number;
  readonly reopened: number;
  /** Of stored states and queue. */
  readonly bytes: number;
  readonly statesStored: number;
};

export type SolveResult = SearchCounts & {
  /** The heuristic's estimate of the first state; null where it says that there is no plan. */
  readonly initialH: number | null;
} & (
    | { readonly status: 'solved'; readonly plan: readonly string[]; readonly cost: number }
    | { readonly status: 'unsolvable' }
    | { readonly status: 'limit'; readonly limit: LimitName }
  );

export const SEARCH_LIMITS: SearchLimits = { expansionsMax: Number.POSITIVE_INFINITY, memoryBytesMax: 2 ** 31 };

/** An expansion of a small task takes microseconds, so that looking at the clock each time would be felt. */
const EXPANSIONS_AT_ONCE = 16;

/** Some tens of milliseconds; then others in this thread have their turn. */
const EVALUATIONS_AT_ONCE = 1_000;

/** Solves a task. Rejects with `CostTooGreatError` where costs are beyond what the search counts. */
export async function solve(task: GroundTask, options: SolveOptions = {}): Promise<SolveResult> {
  const { timeLimitMs, clock, signal } = options;
  if (timeLimitMs !== undefined && clock === undefined) throw new TypeError('A time limit needs a clock');
  const began = clock?.() ?? 0;
  const steps = searchSteps(task, options, () => {
    if (signal?.aborted) return 'aborted';
    return timeLimitMs !== undefined && clock !== undefined && clock() - began >= timeLimitMs ? 'time' : null;
  });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await immediate();
  }
}

/** The search piece by piece. `interrupted` is asked every few expansions whether to stop, and why. */
export function* searchSteps(
  task: GroundTask,
  options: SolveOptions,
  interrupted: (search: SearchCounts) => LimitName | null,
): Generator<void, SolveResult, void> {
  const { expansionsMax, memoryBytesMax } = { ...SEARCH_LIMITS, ...options.limits };
  const packed = packTask(task);
  const heuristic = HEURISTICS[options.heuristic ?? 'lmcut'](packed);
  const search = new BestFirstSearch(packed, heuristic, options.search ?? 'astar');
  let breath = EVALUATIONS_AT_ONCE;
  for (;;) {
    const limit = interrupted(search) ?? (search.bytes > memoryBytesMax ? 'memory' : null);
    if (limit !== null) return { status: 'limit', limit, ...countsOf(search) };
    const end = runOn(search, Math.min(expansionsMax, search.expanded + EXPANSIONS_AT_ONCE));
    if (end === 'full') return { status: 'limit', limit: 'memory', ...countsOf(search) };
    if (end === 'solved') return { status: 'solved', ...planOf(task, search), ...countsOf(search) };
    if (end === 'unsolvable') return { status: 'unsolvable', ...countsOf(search) };
    if (search.expanded >= expansionsMax) return { status: 'limit', limit: 'expansions', ...countsOf(search) };
    if (search.evaluated + search.expanded < breath) continue;
    breath = search.evaluated + search.expanded + EVALUATIONS_AT_ONCE;
    yield;
  }
}

/** Runs on, and says where the machine has no more memory for a longer array. */
function runOn(search: BestFirstSearch, expandedMax: number): ReturnType<BestFirstSearch['run']> | 'full' {
  try {
    return search.run(expandedMax);
  } catch (error) {
    if (error instanceof RangeError && /allocation failed|Invalid typed array length/.test(error.message))
      return 'full';
    throw error;
  }
}

function planOf(task: GroundTask, search: BestFirstSearch): { plan: string[]; cost: number } {
  const found = search.plan();
  if (found === null) throw new Error('The search says that it is done, and has no plan');
  return { plan: found.operators.map((operator) => task.operators[operator]?.name ?? ''), cost: found.cost };
}

function countsOf(search: BestFirstSearch): SearchCounts & { initialH: number | null } {
  const { expanded, evaluated, generated, reopened, bytes, statesStored, initialH } = search;
  return {
    expanded,
    evaluated,
    generated,
    reopened,
    bytes,
    statesStored,
    initialH: initialH >= INFINITE_COST ? null : initialH,
  };
}
