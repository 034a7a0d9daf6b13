import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Heuristic } from '../heuristics/relaxed_task.ts';
import { type GroundTask, groundTask, INFINITE_COST, type TaskLists } from '../task/ground_task.ts';
import { allHold } from '../task/states.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { ground } from '../testing/read_or_throw.ts';
import { referenceCost, referenceReplay } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import {
  bestFirstSearch,
  CostTooGreatError,
  HEURISTICS,
  type HeuristicName,
  type SearchOrder,
  type SolveResult,
  solve,
} from './best_first_search.ts';

function searchFor(task: TaskLists, search: SearchOrder, heuristic: HeuristicName | Heuristic): SolveResult {
  const packed = groundTask(task);
  const estimate = typeof heuristic === 'string' ? HEURISTICS[heuristic](packed) : heuristic;
  return bestFirstSearch(packed, estimate, { search });
}

/** Names of the plan and its cost; null where the search ends without one. */
function planOf(result: SolveResult): { names: readonly string[]; cost: number } | null {
  expect(result.status).not.toBe('limit');
  return result.status === 'solved' ? { names: result.plan, cost: result.cost } : null;
}

function heldFacts({ facts }: TaskLists, words: Int32Array, at: number): number[] {
  return [...facts.keys()].filter((fact) => allHold(words, at, Int32Array.of(fact), 0, 1));
}

/** The true cost of each state, less a part that depends on the state by chance: admissible, and as inconsistent as can be. */
function unsteady(task: TaskLists, salt: number): Heuristic {
  return {
    evaluate: (words, at) => {
      const state = heldFacts(task, words, at);
      const mixed = state.reduce((sum, fact) => 31 * sum + fact, salt);
      const part = Math.abs(Math.imul(mixed, 0x9e3779b1) >> 8) % 4;
      const cost = referenceCost(task, state);
      return cost === null ? INFINITE_COST : Math.floor((cost * part) / 3);
    },
  };
}

const HOUSE = smallTask({
  initial: 'hall',
  goal: 'attic',
  operators: ['stairs 3: hall > +landing -hall', 'ladder 1: landing > +attic -landing', 'lift 5: hall > +attic -hall'],
});

describe('bestFirstSearch() by f, A*', () => {
  it('finds a cheapest plan, even if a dearer one is shorter', () => {
    expect(searchFor(HOUSE, 'astar', 'blind')).toMatchObject({ plan: ['(stairs)', '(ladder)'], cost: 4 });
  });

  it('counts as Fast Downward does: the goal as expanded, every successor as generated, new states as evaluated', () => {
    expect(searchFor(HOUSE, 'astar', 'hmax')).toMatchObject({ expanded: 3, evaluated: 3, generated: 3 });
    const there = searchFor({ ...HOUSE, goal: HOUSE.initial }, 'astar', 'lmcut');
    expect(there).toMatchObject({ plan: [], cost: 0, expanded: 1, evaluated: 1, generated: 0 });
  });

  it('says that there is no plan, at once where the heuristic knows, else after all that can be reached', () => {
    const hopeless = smallTask({ initial: 'a', goal: 'z', operators: ['go 1: a > +b -a', 'back 1: b > +a -b'] });
    expect(searchFor(hopeless, 'astar', 'lmcut')).toMatchObject({ status: 'unsolvable', expanded: 0 });
    expect(searchFor(hopeless, 'astar', 'blind')).toMatchObject({ status: 'unsolvable', expanded: 2 });
  });

  it('among equals takes the state that has waited longest', () => {
    const operators = ['first 1: s > +a -s', 'second 1: s > +b -s', 'from_b 1: b > +g -b', 'from_a 1: a > +g -a'];
    const task = smallTask({ initial: 's', goal: 'g', operators });
    expect(planOf(searchFor(task, 'astar', 'hmax'))?.names).toEqual(['(first)', '(from_a)']);
  });

  it('opens a state again where a cheaper way turns up late', () => {
    const operators = ['direct 3: s > +c -s', 'first 1: s > +b -s', 'then 1: b > +c -b', 'last 3: c > +g -c'];
    const task = smallTask({ initial: 's', goal: 'g', operators });
    const estimates: Readonly<Record<string, number>> = { '(s)': 5, '(b)': 4, '(c)': 0, '(g)': 0 };
    const evaluate: Heuristic['evaluate'] = (words, at) => estimates[task.facts[heldFacts(task, words, at)[0]!]!]!;
    expect(searchFor(task, 'astar', { evaluate })).toMatchObject({
      plan: ['(first)', '(then)', '(last)'],
      cost: 5,
      expanded: 5,
      evaluated: 4,
    });
  });
});

describe('bestFirstSearch() on tasks at random', () => {
  it.each(['lmcut', 'hmax', 'blind'] as const)('costs what the reference says, by A* with %s', (heuristic) => {
    let [solved, tried] = [0, 0];
    const property = fc.property(arbitraryGroundTask, (task) => {
      tried++;
      const plan = planOf(searchFor(task, 'astar', heuristic));
      expect(plan?.cost ?? null).toBe(referenceCost(task));
      if (plan === null) return;
      expect(referenceReplay(task, plan.names)).toBe(plan.cost);
      solved++;
    });
    fc.assert(property, { numRuns: 2_000 });
    expect(solved / tried).toBeGreaterThan(500 / 2_000);
  });

  it.each(['astar', 'gbfs'] as const)('finds some plan where there is one, by %s with ff', (order) => {
    const property = fc.property(arbitraryGroundTask, (task) => {
      const plan = planOf(searchFor(task, order, 'ff'));
      expect(plan === null).toBe(referenceCost(task) === null);
      if (plan !== null) expect(referenceReplay(task, plan.names)).toBe(plan.cost);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('finds a cheapest plan with an estimate that is not consistent', () => {
    const property = fc.property(arbitraryGroundTask, fc.nat(1_000), (task, salt) => {
      expect(planOf(searchFor(task, 'astar', unsteady(task, salt)))?.cost ?? null).toBe(referenceCost(task));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('solve()', () => {
  it('takes LM-cut where no heuristic is named', () => {
    const operators = ['one 2: a > +b -a', 'two 3: b > +c -b'];
    const found = { status: 'solved', plan: ['(one)', '(two)'], cost: 5, bytes: expect.any(Number) };
    const result = solve(groundTask(smallTask({ initial: 'a', goal: 'c', operators })));
    expect(result).toEqual({ ...found, expanded: 3, evaluated: 3, generated: 2 });
    const hopeless = groundTask(smallTask({ initial: 'a', goal: 'b', operators: [] }));
    expect([solve(hopeless).expanded, solve(hopeless, { heuristic: 'blind' }).expanded]).toEqual([0, 1]);
  });

  const costing = (cost: number, count: number): GroundTask =>
    groundTask({
      facts: ['(a)'],
      operators: Array.from({ length: count }, () => ({ name: '(go)', cost, preconditions: [], effects: [] })),
      initial: [],
      goal: [],
    });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the cost %d', (cost) => {
    expect(() => solve(costing(cost, 1))).toThrow(`operator "(go)" costs ${cost}; costs must be non-negative integers`);
  });

  it('refuses costs beyond what is counted, and takes those just below', () => {
    expect(() => solve(costing(2 ** 30, 1))).toThrow(CostTooGreatError);
    expect(() => solve(costing(2 ** 29, 5))).toThrow('add up to more than 1073741823; use a larger unit of cost');
    expect(solve(costing(2 ** 30 - 1, 1)).status).toBe('solved');
    expect(solve(costing(2 ** 28, 1_000)).status).toBe('solved');
  });
});

describe('solve() within limits', () => {
  const { task } = ground(...blocksProblem(8, 4));
  const blind = { heuristic: 'blind' } as const;

  it('expands exactly as many states as it may', () => {
    for (const expansionsMax of [1_234, 0]) {
      const result = solve(task, { ...blind, limits: { expansionsMax } });
      expect(result).toMatchObject({ limit: 'expansionsMax', expanded: expansionsMax });
    }
  });

  it('solves with as many expansions as it takes, and not with one less', () => {
    const property = fc.property(arbitraryGroundTask, (lists) => {
      const some = groundTask(lists);
      const { status, expanded } = solve(some, { heuristic: 'hmax' });
      expect(solve(some, { heuristic: 'hmax', limits: { expansionsMax: expanded } }).status).toBe(status);
      if (status !== 'solved') return;
      const less = solve(some, { heuristic: 'hmax', limits: { expansionsMax: expanded - 1 } });
      expect(less).toMatchObject({ limit: 'expansionsMax' });
    });
    fc.assert(property);
  });

  it('stores hardly more than it may', () => {
    const result = solve(task, { ...blind, limits: { memoryBytesMax: 1_000_000 } });
    expect(result).toMatchObject({ limit: 'memoryBytesMax' });
    expect(result.bytes).toBeGreaterThan(1_000_000);
    expect(result.bytes).toBeLessThan(1_500_000);
  });

  it('stops where the machine has no more memory', () => {
    class SmallArray extends Int32Array {
      constructor(length: number) {
        if (length > 100_000) throw new RangeError('Array buffer allocation failed');
        super(length);
      }
    }
    vi.stubGlobal('Int32Array', SmallArray);
    const result = solve(task, blind);
    vi.unstubAllGlobals();
    expect(result).toMatchObject({ limit: 'memoryBytesMax' });
  });

  it('tells what has been done, every few expansions', () => {
    const told: number[] = [];
    const onProgress = ({ expanded }: { expanded: number }) => told.push(expanded);
    const result = solve(task, { ...blind, limits: { expansionsMax: 40 }, onProgress });
    expect({ ...result, told }).toMatchObject({ limit: 'expansionsMax', told: [0, 16, 32] });
  });
});
