/**
 * Solves a ground task in this thread: A* or greedy search, with a heuristic by name, within limits.
 *
 * The result depends on the task and the options only: limits are on expansions and memory, not on time.
 *
 * @module
 */
import { HEURISTICS, type HeuristicName } from '../heuristics/heuristics.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { packTask } from '../task/pack_task.ts';
import { BestFirstSearch, type SearchOrder } from './best_first_search.ts';

export type SearchLimits = {
  /** Most states expanded. */
  readonly expansionsMax: number;
  /** Most bytes of stored states and open list. While their arrays grow, by half, they may take as much again. */
  readonly memoryBytesMax: number;
};

export type SolveOptions = {
  /** A* unless said otherwise. */
  readonly search?: SearchOrder;
  /** LM-cut unless said otherwise. With `ff` the plan of A* need not be a cheapest one. */
  readonly heuristic?: HeuristicName;
  readonly limits?: Partial<SearchLimits>;
  /** Called with the counts so far at the beginning and every `EXPANSIONS_AT_ONCE` expansions. */
  readonly onProgress?: (counts: SearchCounts) => void;
};

/** What a search has done. */
export type SearchCounts = { readonly expanded: number; readonly evaluated: number; readonly generated: number };

export type SolveResult = SearchCounts &
  (
    | { readonly status: 'solved'; readonly plan: readonly string[]; readonly cost: number }
    | { readonly status: 'unsolvable' }
    | { readonly status: 'limit'; readonly limit: keyof SearchLimits }
  );

export const SEARCH_LIMITS: SearchLimits = { expansionsMax: Number.POSITIVE_INFINITY, memoryBytesMax: 2 ** 31 };

/** An expansion of a small task takes microseconds, so a call after each would be felt. */
const EXPANSIONS_AT_ONCE = 16;

/** Solves a task. Throws `CostTooGreatError` if costs are higher than the search can count. */
export function solve(task: GroundTask, options: SolveOptions = {}): SolveResult {
  const { expansionsMax, memoryBytesMax } = { ...SEARCH_LIMITS, ...options.limits };
  const packed = packTask(task);
  const heuristic = HEURISTICS[options.heuristic ?? 'lmcut'](packed);
  const search = new BestFirstSearch(packed, heuristic, options.search ?? 'astar');
  for (;;) {
    options.onProgress?.(search);
    if (search.bytes > memoryBytesMax) return { status: 'limit', limit: 'memoryBytesMax', ...countsOf(search) };
    const end = runOn(search, Math.min(expansionsMax, search.expanded + EXPANSIONS_AT_ONCE));
    if (end === 'full') return { status: 'limit', limit: 'memoryBytesMax', ...countsOf(search) };
    if (end === 'solved') return { status: 'solved', ...planOf(task, search), ...countsOf(search) };
    if (end === 'unsolvable') return { status: 'unsolvable', ...countsOf(search) };
    if (search.expanded >= expansionsMax) return { status: 'limit', limit: 'expansionsMax', ...countsOf(search) };
  }
}

/** Goes on with the search; 'full' if the machine has no memory for a longer array. */
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

function countsOf({ expanded, evaluated, generated }: BestFirstSearch): SearchCounts {
  return { expanded, evaluated, generated };
}
