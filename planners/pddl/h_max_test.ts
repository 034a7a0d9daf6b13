import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryGroundTask } from './arbitrary_ground_task.ts';
import { hMax } from './h_max.ts';
import { NEVER, packTask } from './pack_task.ts';
import { slowHMax, slowStates } from './slow_search.ts';
import { smallTask } from './small_task.ts';

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

  it('is 0 at the goal, and NEVER where the goal stays out of reach without deletes', () => {
    expect(estimate(smallTask({ initial: 'a', goal: 'a', operators: [] }))).toBe(0);
    expect(estimate(smallTask({ initial: '', goal: 'b', operators: ['one 1: a > +b'] }))).toBe(NEVER);
  });

  it('is what the slow one says, in every state', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        const heuristic = hMax(packTask(task));
        for (const state of slowStates(task, 8)) {
          const { initial } = packTask({ ...task, initial: state });
          expect(heuristic.evaluate(initial, 0)).toBe(slowHMax(task, state) ?? NEVER);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads the state from where it begins', () => {
    const task = packTask(smallTask({ initial: 'a', goal: 'b', operators: ['one 6: a > +b'] }));
    expect(hMax(task).evaluate(Int32Array.of(0, 0, 1), 2)).toBe(6);
    expect(hMax(task).evaluate(Int32Array.of(0, 0, 1), 1)).toBe(NEVER);
  });
});
