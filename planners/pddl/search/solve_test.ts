import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { groundPddl } from '../ground/ground_pddl.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { CostTooGreatError } from '../task/pack_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { referenceCost } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { type SolveResult, solve } from './solve.ts';

function blocks(count: number, seed: number): GroundTask {
  const result = groundPddl(...blocksProblem(count, seed));
  if (result.status !== 'ok') throw new Error(result.message);
  return result.task;
}

function limitOf(result: SolveResult): string | null {
  return result.status === 'limit' ? result.limit : null;
}

describe('solve()', () => {
  it('gives plan, cost and counts', async () => {
    const operators = ['one 2: a > +b -a', 'two 3: b > +c -b'];
    expect(await solve(smallTask({ initial: 'a', goal: 'c', operators }))).toEqual({
      status: 'solved',
      plan: ['(one)', '(two)'],
      cost: 5,
      expanded: 3,
      evaluated: 3,
      generated: 2,
      reopened: 0,
      initialH: 5,
      statesStored: 3,
      bytes: 4 * (512 + 3 * 5) + 8,
    });
  });

  it('says that there is no plan, and estimates nothing where the heuristic knows it', async () => {
    const hopeless = smallTask({ initial: 'a', goal: 'b', operators: [] });
    expect(await solve(hopeless)).toMatchObject({ status: 'unsolvable', initialH: null, expanded: 0 });
    expect(await solve(hopeless, { heuristic: 'blind' })).toMatchObject({
      status: 'unsolvable',
      initialH: 0,
      expanded: 1,
    });
  });

  it('finds plans of the same cost with every admissible heuristic, and of no less with greedy search', async () => {
    for (const seed of [1, 2, 3]) {
      const task = blocks(5, seed);
      const costs = await Promise.all(
        (['lmcut', 'hmax', 'blind'] as const).map(async (heuristic) => {
          const result = await solve(task, { heuristic });
          return result.status === 'solved' ? result.cost : null;
        }),
      );
      expect(new Set(costs).size).toBe(1);
      const greedy = await solve(task, { search: 'gbfs', heuristic: 'ff' });
      expect(greedy.status === 'solved' && greedy.cost >= (costs[0] ?? 0)).toBe(true);
    }
  });

  it('gives the same every time, search and all', async () => {
    const task = blocks(7, 1);
    const first = await solve(task);
    expect(first.expanded).toBeGreaterThan(10);
    expect(await solve(task)).toEqual(first);
  });

  it('rejects where costs are too great to be counted', async () => {
    const task = smallTask({ initial: '', goal: 'a', operators: ['go 2000000000: > +a'] });
    await expect(solve(task)).rejects.toThrow(CostTooGreatError);
  });
});

describe('solve() within limits', () => {
  const task = blocks(8, 4);
  const blind = { heuristic: 'blind' } as const;

  it('expands exactly as many states as it may', async () => {
    const result = await solve(task, { ...blind, limits: { expansionsMax: 1_234 } });
    expect([limitOf(result), result.expanded]).toEqual(['expansions', 1_234]);
    expect(await solve(task, { ...blind, limits: { expansionsMax: 0 } })).toMatchObject({
      limit: 'expansions',
      expanded: 0,
    });
  });

  it('solves with as many expansions as it takes, and not with one less', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryGroundTask, async (some) => {
        const { status, expanded } = await solve(some, { heuristic: 'hmax' });
        expect((await solve(some, { heuristic: 'hmax', limits: { expansionsMax: expanded } })).status).toBe(status);
        if (status !== 'solved') return;
        const less = await solve(some, { heuristic: 'hmax', limits: { expansionsMax: expanded - 1 } });
        expect(limitOf(less)).toBe('expansions');
        expect(referenceCost(some)).not.toBeNull();
      }),
    );
  });

  it('stores hardly more than it may', async () => {
    const result = await solve(task, { ...blind, limits: { memoryBytesMax: 1_000_000 } });
    expect(limitOf(result)).toBe('memory');
    expect(result.bytes).toBeGreaterThan(1_000_000);
    expect(result.bytes).toBeLessThan(1_500_000);
  });

  it('stops where the machine has no more memory', async () => {
    class SmallArray extends Int32Array {
      constructor(length: number) {
        if (length > 100_000) throw new RangeError('Array buffer allocation failed');
        super(length);
      }
    }
    vi.stubGlobal('Int32Array', SmallArray);
    try {
      expect(await solve(task, blind)).toMatchObject({ status: 'limit', limit: 'memory' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('stops when the clock that it is given says so', async () => {
    let now = 0;
    const result = await solve(task, { ...blind, timeLimitMs: 50, clock: () => now++ });
    expect([limitOf(result), now]).toEqual(['time', 51]);
    await expect(solve(task, { timeLimitMs: 50 })).rejects.toThrow('A time limit needs a clock');
  });

  it('lets others have their turn, who may interrupt it', async () => {
    const interruption = new AbortController();
    const solving = solve(task, { ...blind, signal: interruption.signal });
    setImmediate(() => interruption.abort());
    expect(limitOf(await solving)).toBe('aborted');
    expect(await solve(task, { signal: interruption.signal })).toMatchObject({ limit: 'aborted', expanded: 0 });
  });
});
