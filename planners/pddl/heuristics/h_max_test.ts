import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INFINITE_COST, packTask } from '../task/pack_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceHMax, referenceStates } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { hMax } from './h_max.ts';

function estimate(task: Parameters<typeof packTask>[0]): number {
  const packed = packTask(task);
  return hMax(packed).evaluate(packed.initial, 0);
}

describe('hMax()', () => {
  it('is the cost of the dearest goal', () => {
    const operators = ['one 2: > +a', 'two 3: a > +b', 'three 4: > +c'];
    expect(estimate(smallTask({ initial: '', goal: 'b c', operators }))).toBe(5);
  });

  it('adds up along a chain that needs every action', () => {
    const operators = ['one 5: > +a', 'two 5: a > +b', 'three 5: b > +c', 'four 5: c > +d', 'five 5: d > +e'];
    expect(estimate(smallTask({ initial: '', goal: 'e', operators }))).toBe(25);
  });

  it('is 0 at the goal, and INFINITE_COST where the goal stays out of reach without deletes', () => {
    expect(estimate(smallTask({ initial: 'a', goal: 'a', operators: [] }))).toBe(0);
    expect(estimate(smallTask({ initial: '', goal: 'b', operators: ['one 1: a > +b'] }))).toBe(INFINITE_COST);
  });

  it('is what the reference says, in every state', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        const heuristic = hMax(packTask(task));
        for (const state of referenceStates(task, 8)) {
          const { initial } = packTask({ ...task, initial: state });
          expect(heuristic.evaluate(initial, 0)).toBe(referenceHMax(task, state) ?? INFINITE_COST);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads the state from where it begins', () => {
    const task = packTask(smallTask({ initial: 'a', goal: 'b', operators: ['one 6: a > +b'] }));
    expect(hMax(task).evaluate(Int32Array.of(0, 0, 1), 2)).toBe(6);
    expect(hMax(task).evaluate(Int32Array.of(0, 0, 1), 1)).toBe(INFINITE_COST);
  });
});
