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
import { BestFirstSearch, type SearchLimits, type SearchOrder } from './best_first_search.ts';

export type SolveOptions = {
  /** A* unless said otherwise. */
  readonly search?: SearchOrder;
  /** LM-cut unless said otherwise. With `ff` the plan of A* need not be a cheapest one. */
  readonly heuristic?: HeuristicName;
  readonly limits?: Partial<SearchLimits>;
  /** Called with the counts so far at the beginning and every 16 expansions. */
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

/** Solves a task. Throws `CostTooGreatError` if costs are higher than the search can count. */
export function solve(task: GroundTask, options: SolveOptions = {}): SolveResult {
  const packed = packTask(task);
  const heuristic = HEURISTICS[options.heuristic ?? 'lmcut'](packed);
  const search = new BestFirstSearch(packed, heuristic, options.search ?? 'astar');
  const end = ranWithin(search, options);
  const { expanded, evaluated, generated } = search;
  const counts = { expanded, evaluated, generated };
  const found = search.plan();
  if (found !== null) {
    const plan = found.operators.map((operator) => task.operators[operator]!.name);
    return { status: 'solved', plan, cost: found.cost, ...counts };
  }
  if (end === 'expansionsMax' || end === 'memoryBytesMax') return { status: 'limit', limit: end, ...counts };
  return { status: 'unsolvable', ...counts };
}

function ranWithin(search: BestFirstSearch, { limits, onProgress }: SolveOptions): ReturnType<BestFirstSearch['run']> {
  try {
    return search.run({ ...SEARCH_LIMITS, ...limits }, () => onProgress?.(search));
  } catch (error) {
    // The machine has no memory for a longer array.
    if (error instanceof RangeError && /allocation failed|Invalid typed array length/.test(error.message))
      return 'memoryBytesMax';
    throw error;
  }
}
