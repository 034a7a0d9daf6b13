import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { groundPddl } from '../ground/ground_pddl.ts';
import { blind as blindly } from '../heuristics/blind.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { CostTooGreatError, packTask } from '../task/pack_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { referenceCost } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { BestFirstSearch } from './best_first_search.ts';
import { SEARCH_LIMITS, type SolveResult, solve } from './solve.ts';

function blocks(count: number, seed: number): GroundTask {
  const result = groundPddl(...blocksProblem(count, seed));
  if (result.status !== 'ok') throw new Error(result.message);
  return result.task;
}

function limitOf(result: SolveResult): string | null {
  return result.status === 'limit' ? result.limit : null;
}

describe('solve()', () => {
  it('gives plan, cost and counts', () => {
    const operators = ['one 2: a > +b -a', 'two 3: b > +c -b'];
    expect(solve(smallTask({ initial: 'a', goal: 'c', operators }))).toEqual({
      status: 'solved',
      plan: ['(one)', '(two)'],
      cost: 5,
      expanded: 3,
      evaluated: 3,
      generated: 2,
    });
  });

  it('says that there is no plan, at once where the heuristic knows it', () => {
    const hopeless = smallTask({ initial: 'a', goal: 'b', operators: [] });
    expect(solve(hopeless)).toMatchObject({ status: 'unsolvable', expanded: 0 });
    expect(solve(hopeless, { heuristic: 'blind' })).toMatchObject({
      status: 'unsolvable',
      expanded: 1,
    });
  });

  it('finds plans of the same cost with every admissible heuristic, and of no less with greedy search', () => {
    for (const seed of [1, 2, 3]) {
      const task = blocks(5, seed);
      const costs = (['lmcut', 'hmax', 'blind'] as const).map((heuristic) => {
        const result = solve(task, { heuristic });
        return result.status === 'solved' ? result.cost : null;
      });
      expect(new Set(costs).size).toBe(1);
      const greedy = solve(task, { search: 'gbfs', heuristic: 'ff' });
      expect(greedy.status === 'solved' && greedy.cost >= (costs[0] ?? 0)).toBe(true);
    }
  });

  it('gives the same every time, search and all', () => {
    const task = blocks(7, 1);
    const first = solve(task);
    expect(first.expanded).toBeGreaterThan(10);
    expect(solve(task)).toEqual(first);
  });

  it('rejects where costs are too great to be counted', () => {
    const task = smallTask({ initial: '', goal: 'a', operators: ['go 2000000000: > +a'] });
    expect(() => solve(task)).toThrow(CostTooGreatError);
  });
});

describe('solve() within limits', () => {
  const task = blocks(8, 4);
  const blind = { heuristic: 'blind' } as const;

  it('expands exactly as many states as it may', () => {
    const result = solve(task, { ...blind, limits: { expansionsMax: 1_234 } });
    expect([limitOf(result), result.expanded]).toEqual(['expansionsMax', 1_234]);
    expect(solve(task, { ...blind, limits: { expansionsMax: 0 } })).toMatchObject({
      limit: 'expansionsMax',
      expanded: 0,
    });
  });

  it('solves with as many expansions as it takes, and not with one less', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (some) => {
        const { status, expanded } = solve(some, { heuristic: 'hmax' });
        expect(solve(some, { heuristic: 'hmax', limits: { expansionsMax: expanded } }).status).toBe(status);
        if (status !== 'solved') return;
        const less = solve(some, { heuristic: 'hmax', limits: { expansionsMax: expanded - 1 } });
        expect(limitOf(less)).toBe('expansionsMax');
        expect(referenceCost(some)).not.toBeNull();
      }),
    );
  });

  it('stores hardly more than it may', () => {
    const result = solve(task, { ...blind, limits: { memoryBytesMax: 1_000_000 } });
    expect(limitOf(result)).toBe('memoryBytesMax');
    const packed = packTask(task);
    const search = new BestFirstSearch(packed, blindly(packed), 'astar');
    search.run({ ...SEARCH_LIMITS, expansionsMax: result.expanded });
    expect(search.bytes).toBeGreaterThan(1_000_000);
    expect(search.bytes).toBeLessThan(1_500_000);
  });

  it('stops where the machine has no more memory', () => {
    class SmallArray extends Int32Array {
      constructor(length: number) {
        if (length > 100_000) throw new RangeError('Array buffer allocation failed');
        super(length);
      }
    }
    vi.stubGlobal('Int32Array', SmallArray);
    try {
      expect(solve(task, blind)).toMatchObject({ status: 'limit', limit: 'memoryBytesMax' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('tells what has been done, every few expansions', () => {
    const told: number[] = [];
    const result = solve(task, {
      ...blind,
      limits: { expansionsMax: 40 },
      onProgress: (counts) => told.push(counts.expanded),
    });
    expect([limitOf(result), told]).toEqual(['expansionsMax', [0, 16, 32]]);
  });
});
