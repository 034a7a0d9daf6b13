/**
 * Best-first search: A*, and greedy best-first search, which is the same loop with other priorities.
 *
 * A* follows Hart, Nilsson and Raphael 1968. It reopens states, since an admissible heuristic need not be consistent (LM-cut is
 * not); with an admissible heuristic the plan found is a cheapest one. States are tested for the goal when they are expanded.
 * Ties in f are broken by h, then first in, first out.
 *
 * @module
 */
import type { Heuristic } from '../heuristics/heuristic.ts';
import { CostTooGreatError, INFINITE_COST, type PackedTask } from '../task/pack_task.ts';
import { allHold, listApplicable } from '../task/successors.ts';
import { OpenList } from './open_list.ts';
import { SearchSpace } from './search_space.ts';

export type SearchOrder = 'astar' | 'gbfs';

/** The priority of a state in the open list, and whether states are reopened when a cheaper path turns up. */
type Order = { readonly priority: (g: number, h: number) => number; readonly reopens: boolean };

const ORDERS: Readonly<Record<SearchOrder, Order>> = {
  astar: { priority: (g, h) => g + h, reopens: true },
  gbfs: { priority: (_g, h) => h, reopens: false },
};

const INITIAL = 0;

export type SearchLimits = {
  /** Most states expanded. */
  readonly expansionsMax: number;
  /** Most bytes of stored states and open list. While their arrays grow, by half, they may take as much again. */
  readonly memoryBytesMax: number;
};

/** An expansion of a small task takes microseconds, so a call after each would be felt. */
const EXPANSIONS_AT_ONCE = 16;

export class BestFirstSearch {
  expanded = 0;
  /** The number of states stored, too, since each is evaluated once. */
  evaluated = 0;
  generated = 0;
  readonly #task: PackedTask;
  readonly #heuristic: Heuristic;
  readonly #order: Order;
  readonly #space: SearchSpace;
  readonly #open = new OpenList();
  readonly #applicable: Int32Array;
  #goal: number | null = null;

  constructor(task: PackedTask, heuristic: Heuristic, order: SearchOrder) {
    this.#task = task;
    this.#heuristic = heuristic;
    this.#order = ORDERS[order];
    this.#space = new SearchSpace(task);
    this.#applicable = new Int32Array(task.operatorCount);
    this.#space.reachInitial();
    const h = this.#evaluate(INITIAL);
    if (h < INFINITE_COST) this.#open.push(this.#order.priority(0, h), h, INITIAL);
  }

  /** Taken by the stored states and the open list. */
  get bytes(): number {
    return this.#space.bytes + this.#open.bytes;
  }

  /** Expands states until the search ends or has reached a limit. Calls back at the beginning and every 16 expansions. */
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
      if (allHold(space.states.words, space.at(state), task.goal, 0, task.goal.length)) {
        this.#goal = state;
        return 'solved';
      }
      const operators = listApplicable(task, space.states.words, space.at(state), applicable);
      for (let i = 0; i < operators; i++) {
        const operator = applicable[i]!;
        const g = space.g(state) + task.costs[operator]!;
        if (g >= INFINITE_COST)
          throw new CostTooGreatError(`Cannot search: a plan costs more than ${INFINITE_COST - 1}`);
        const known = space.states.count;
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

  /** The operators of the plan found, and its cost. Null unless `run` has returned 'solved'. */
  plan(): { readonly operators: readonly number[]; readonly cost: number } | null {
    if (this.#goal === null) return null;
    return { operators: this.#space.operatorsTo(this.#goal), cost: this.#space.g(this.#goal) };
  }

  #evaluate(state: number): number {
    const h = this.#heuristic.evaluate(this.#space.states.words, this.#space.at(state));
    this.#space.setH(state, h);
    this.evaluated++;
    return h;
  }
}
