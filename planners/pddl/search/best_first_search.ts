/**
 * A* follows Hart, Nilsson and Raphael 1968, and reopens states, since LM-cut is not consistent.
 * It tests for the goal on expansion and breaks ties in f by h, then first in, first out.
 */
import { ff } from '../heuristics/ff.ts';
import { hMax } from '../heuristics/h_max.ts';
import { blind, type Heuristic } from '../heuristics/heuristic.ts';
import { lmCut } from '../heuristics/lm_cut.ts';
import { OpenList } from '../queues.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { allHold, listApplicable } from '../task/states.ts';
import { StateSpace } from './state_space.ts';

export type SearchOrder = 'astar' | 'gbfs';

type Order = { readonly priority: (g: number, h: number) => number; readonly reopens: boolean };

const ORDERS: Readonly<Record<SearchOrder, Order>> = {
  astar: { priority: (g, h) => g + h, reopens: true },
  gbfs: { priority: (_g, h) => h, reopens: false },
};

export type SearchLimits = {
  readonly expansionsMax: number;
  /** Stored states and open list, in bytes; growing arrays may take as much again. */
  readonly memoryBytesMax: number;
};

export type HeuristicName = 'lmcut' | 'hmax' | 'ff' | 'blind';

/** All but `ff` are admissible, so that A* finds a cheapest plan. */
export const HEURISTICS: Readonly<Record<HeuristicName, (task: GroundTask) => Heuristic>> = {
  lmcut: lmCut,
  hmax: hMax,
  ff,
  blind,
};

export type SolveOptions = {
  readonly search?: SearchOrder;
  /** Default: LM-cut. With `ff` the plan of A* need not be a cheapest one. */
  readonly heuristic?: HeuristicName;
  readonly limits?: Partial<SearchLimits>;
  /** Called at the beginning and every 16 expansions. */
  readonly onProgress?: (counts: SearchCounts) => void;
};

export type SearchCounts = { readonly expanded: number; readonly evaluated: number; readonly generated: number };

export type SolveResult = SearchCounts &
  (
    | { readonly status: 'solved'; readonly plan: readonly string[]; readonly cost: number }
    | { readonly status: 'unsolvable' }
    | { readonly status: 'limit'; readonly limit: keyof SearchLimits }
  );

export const SEARCH_LIMITS: SearchLimits = { expansionsMax: Number.POSITIVE_INFINITY, memoryBytesMax: 2 ** 31 };

/** Throws `CostTooGreatError`. */
export function solve(task: GroundTask, options: SolveOptions = {}): SolveResult {
  checkCosts(task);
  const heuristic = HEURISTICS[options.heuristic ?? 'lmcut'](task);
  const search = new BestFirstSearch(task, heuristic, options.search ?? 'astar');
  const end = ranWithin(search, options);
  const { expanded, evaluated, generated } = search;
  const counts = { expanded, evaluated, generated };
  const found = search.plan();
  if (found !== null) {
    const plan = found.operators.map((operator) => task.names[operator]!);
    return { status: 'solved', plan, cost: found.cost, ...counts };
  }
  if (end === 'expansionsMax' || end === 'memoryBytesMax') return { status: 'limit', limit: end, ...counts };
  return { status: 'unsolvable', ...counts };
}

function checkCosts({ names, costs, facts }: GroundTask): void {
  const wrong = costs.findIndex((cost) => !Number.isInteger(cost) || cost < 0);
  if (wrong >= 0) {
    const found = `operator "${names[wrong]}" costs ${costs[wrong]}`;
    throw new RangeError(`Cannot search: ${found}; a cost is a whole number from 0`);
  }
  const greatest = costs.reduce((most, cost) => Math.max(most, cost), 0);
  const sum = costs.reduce((before, cost) => before + cost, 0);
  // An estimate is the cost of a path that takes no operator and no fact twice.
  if (greatest >= INFINITE_COST || Math.min(sum, greatest * (facts.length + 2)) >= INFINITE_COST) {
    throw new CostTooGreatError(
      `Cannot search: the costs of the actions may add up to more than ${INFINITE_COST - 1}; give costs in a greater unit`,
    );
  }
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

export class CostTooGreatError extends Error {
  override readonly name = 'CostTooGreatError';
}

/** An expansion of a small task takes microseconds, so a call after each would cost time. */
const EXPANSIONS_AT_ONCE = 16;

const INITIAL = 0;

export class BestFirstSearch {
  expanded = 0;
  /** Equals the number of stored states, since each is evaluated once. */
  evaluated = 0;
  generated = 0;
  readonly #task: GroundTask;
  readonly #heuristic: Heuristic;
  readonly #order: Order;
  readonly #space: StateSpace;
  readonly #open = new OpenList();
  readonly #applicable: Int32Array;
  #goal: number | null = null;

  constructor(task: GroundTask, heuristic: Heuristic, order: SearchOrder) {
    this.#task = task;
    this.#heuristic = heuristic;
    this.#order = ORDERS[order];
    this.#space = new StateSpace(task);
    this.#applicable = new Int32Array(task.names.length);
    this.#space.reachInitial();
    const h = this.#evaluate(INITIAL);
    if (h < INFINITE_COST) this.#open.push(this.#order.priority(0, h), h, INITIAL);
  }

  get bytes(): number {
    return this.#space.bytes + this.#open.bytes;
  }

  /** Calls back at the beginning and every 16 expansions. */
  run(
    { expansionsMax, memoryBytesMax }: SearchLimits,
    onProgress?: () => void,
  ): 'solved' | 'unsolvable' | keyof SearchLimits {
    const [task, space, open, order, applicable] = [this.#task, this.#space, this.#open, this.#order, this.#applicable];
    while (open.size > 0) {
      const state = open.pop();
      if (space.isClosed(state)) continue;
      if (this.expanded >= expansionsMax) return 'expansionsMax';
      if (this.expanded % EXPANSIONS_AT_ONCE === 0) {
        onProgress?.();
        if (this.bytes > memoryBytesMax) return 'memoryBytesMax';
      }
      space.close(state);
      this.expanded++;
      if (allHold(space.words, space.at(state), task.goal, 0, task.goal.length)) {
        this.#goal = state;
        return 'solved';
      }
      const operators = listApplicable(task, space.words, space.at(state), applicable);
      for (let i = 0; i < operators; i++) {
        const operator = applicable[i]!;
        const g = space.g(state) + task.costs[operator]!;
        if (g >= INFINITE_COST)
          throw new CostTooGreatError(`Cannot search: a plan costs more than ${INFINITE_COST - 1}`);
        const known = space.count;
        const next = space.reach(state, operator);
        this.generated++;
        if (next === known) {
          space.setParent(next, { state, operator, g });
          const h = this.#evaluate(next);
          if (h < INFINITE_COST) open.push(order.priority(g, h), h, next);
        } else if (order.reopens && g < space.g(next)) {
          const h = space.h(next);
          if (h >= INFINITE_COST) continue;
          space.setParent(next, { state, operator, g });
          open.push(order.priority(g, h), h, next);
        }
      }
    }
    return 'unsolvable';
  }

  /** Null unless `run` has returned 'solved'. */
  plan(): { readonly operators: readonly number[]; readonly cost: number } | null {
    if (this.#goal === null) return null;
    return { operators: this.#space.operatorsTo(this.#goal), cost: this.#space.g(this.#goal) };
  }

  #evaluate(state: number): number {
    const h = this.#heuristic.evaluate(this.#space.words, this.#space.at(state));
    this.#space.setH(state, h);
    this.evaluated++;
    return h;
  }
}
