import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Heuristic } from '../heuristics/heuristic.ts';
import { HEURISTICS, type HeuristicName } from '../heuristics/heuristics.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { INFINITE_COST, packTask } from '../task/pack_task.ts';
import { allHold } from '../task/successors.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceCost, referenceReplay } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { BestFirstSearch, type SearchOrder } from './best_first_search.ts';
import { SEARCH_LIMITS } from './solve.ts';

function searchFor(task: GroundTask, order: SearchOrder, heuristic: HeuristicName | Heuristic): BestFirstSearch {
  const packed = packTask(task);
  return new BestFirstSearch(packed, typeof heuristic === 'string' ? HEURISTICS[heuristic](packed) : heuristic, order);
}

/** Names of the plan and its cost; null where the search ends without one. */
function planOf(task: GroundTask, search: BestFirstSearch): { names: string[]; cost: number } | null {
  expect(search.run(SEARCH_LIMITS)).toBe(search.plan() === null ? 'unsolvable' : 'solved');
  const plan = search.plan();
  if (plan === null) return null;
  return { names: plan.operators.map((operator) => task.operators[operator]?.name ?? ''), cost: plan.cost };
}

/** The true cost of each state, less a part that depends on the state by chance: admissible, and as inconsistent as can be. */
function unsteady(task: GroundTask, salt: number): Heuristic {
  return {
    evaluate: (words, at) => {
      const state = [...task.facts.keys()].filter((fact) => allHold(words, at, Int32Array.of(fact), 0, 1));
      const part =
        Math.abs(
          Math.imul(
            state.reduce((sum, fact) => 31 * sum + fact, salt),
            0x9e3779b1,
          ) >> 8,
        ) % 4;
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

describe('BestFirstSearch by f, A*', () => {
  it('finds a cheapest plan, even if a dearer one is shorter', () => {
    expect(planOf(HOUSE, searchFor(HOUSE, 'astar', 'blind'))).toEqual({ names: ['(stairs)', '(ladder)'], cost: 4 });
  });

  it('finds the empty plan where the goal holds, after one expansion', () => {
    const task = { ...HOUSE, goal: HOUSE.initial };
    const search = searchFor(task, 'astar', 'lmcut');
    expect(planOf(task, search)).toEqual({ names: [], cost: 0 });
    expect([search.expanded, search.evaluated, search.generated]).toEqual([1, 1, 0]);
  });

  it('counts as Fast Downward does: the goal as expanded, every successor as generated, new states as evaluated', () => {
    const search = searchFor(HOUSE, 'astar', 'hmax');
    search.run(SEARCH_LIMITS);
    expect([search.expanded, search.evaluated, search.generated]).toEqual([3, 3, 3]);
  });

  it('says that there is no plan, at once where the heuristic knows, else after all that can be reached', () => {
    const hopeless = smallTask({ initial: 'a', goal: 'z', operators: ['go 1: a > +b -a', 'back 1: b > +a -b'] });
    const [knowing, blind] = [searchFor(hopeless, 'astar', 'lmcut'), searchFor(hopeless, 'astar', 'blind')];
    expect([planOf(hopeless, knowing), knowing.expanded]).toEqual([null, 0]);
    expect([planOf(hopeless, blind), blind.expanded]).toEqual([null, 2]);
  });

  it('among equals takes the state that has waited longest', () => {
    const operators = ['first 1: s > +a -s', 'second 1: s > +b -s', 'from_b 1: b > +g -b', 'from_a 1: a > +g -a'];
    const task = smallTask({ initial: 's', goal: 'g', operators });
    expect(planOf(task, searchFor(task, 'astar', 'hmax'))?.names).toEqual(['(first)', '(from_a)']);
  });

  it('opens a state again where a cheaper way turns up late', () => {
    const operators = ['direct 3: s > +c -s', 'first 1: s > +b -s', 'then 1: b > +c -b', 'last 3: c > +g -c'];
    const task = smallTask({ initial: 's', goal: 'g', operators });
    const estimates: Readonly<Record<string, number>> = { '(s)': 5, '(b)': 4, '(c)': 0, '(g)': 0 };
    const search = searchFor(task, 'astar', {
      evaluate: (words, at) => {
        const fact = task.facts.findIndex((_, number) => allHold(words, at, Int32Array.of(number), 0, 1));
        return estimates[task.facts[fact] ?? ''] ?? 0;
      },
    });
    expect(planOf(task, search)).toEqual({ names: ['(first)', '(then)', '(last)'], cost: 5 });
    expect([search.expanded, search.evaluated]).toEqual([5, 4]);
  });
});

describe('BestFirstSearch on tasks at random', () => {
  it.each(['lmcut', 'hmax', 'blind'] as const)('costs what the reference says, by A* with %s', (heuristic) => {
    let [solved, tried] = [0, 0];
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        tried++;
        const plan = planOf(task, searchFor(task, 'astar', heuristic));
        expect(plan?.cost ?? null).toBe(referenceCost(task));
        if (plan === null) return;
        expect(referenceReplay(task, plan.names)).toBe(plan.cost);
        solved++;
      }),
      { numRuns: 2_000 },
    );
    expect(solved / tried).toBeGreaterThan(500 / 2_000);
  });

  it.each(['astar', 'gbfs'] as const)('finds some plan where there is one, by %s with ff', (order) => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        const plan = planOf(task, searchFor(task, order, 'ff'));
        expect(plan === null).toBe(referenceCost(task) === null);
        if (plan !== null) expect(referenceReplay(task, plan.names)).toBe(plan.cost);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds a cheapest plan with an estimate that is not consistent', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, fc.nat(1_000), (task, salt) => {
        expect(planOf(task, searchFor(task, 'astar', unsteady(task, salt)))?.cost ?? null).toBe(referenceCost(task));
      }),
      { numRuns: 500 },
    );
  });
});
