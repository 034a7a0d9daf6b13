import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroundTask } from '../task/ground_task.ts';
import { INFINITE_COST, packTask } from '../task/pack_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceCost, referenceStates } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { hMax } from './h_max.ts';
import { lmCut } from './lm_cut.ts';

function estimate(task: GroundTask): number {
  const packed = packTask(task);
  return lmCut(packed).evaluate(packed.initial, 0);
}

describe('lmCut()', () => {
  it('counts goals that need actions of their own one by one, where h_max counts the dearest', () => {
    const operators = ['one 2: > +a', 'two 3: > +b', 'three 4: b > +c'];
    expect(estimate(smallTask({ initial: '', goal: 'a b c', operators }))).toBe(9);
  });

  it("lies between h_max and the true cost in the paper's example", () => {
    // Two cuts: o2 and o3 for c, counted 4; then o1 and o3 for b, counted 1.
    const operators = ['o1 3: i > +a +b', 'o2 4: i > +a +c', 'o3 5: i > +b +c', 'o4 0: a b c > +g'];
    const task = smallTask({ initial: 'i', goal: 'g', operators });
    expect(referenceCost(task)).toBe(7);
    expect(estimate(task)).toBe(5);
    expect(hMax(packTask(task)).evaluate(packTask(task).initial, 0)).toBe(4);
  });

  it('counts an action once that reaches two goals at once', () => {
    expect(estimate(smallTask({ initial: '', goal: 'a b', operators: ['both 5: > +a +b'] }))).toBe(5);
  });

  it('counts an action once whose conditional effects reach two goals at once', () => {
    const operators = ['both 5: > , when x +a, when y +b'];
    expect(estimate(smallTask({ initial: 'x y', goal: 'a b', operators }))).toBe(5);
  });

  it('is no less than h_max where an action is needed twice', () => {
    const operators = ['again 1: > +a, when a +b'];
    const task = smallTask({ initial: '', goal: 'b', operators });
    expect([referenceCost(task), estimate(task)]).toEqual([2, 2]);
  });

  it('is 0 at the goal, along actions that cost nothing, and INFINITE_COST where no way leads', () => {
    expect(estimate(smallTask({ initial: 'a', goal: 'a', operators: [] }))).toBe(0);
    expect(estimate(smallTask({ initial: '', goal: 'b', operators: ['one 0: > +a', 'two 0: a > +b'] }))).toBe(0);
    expect(estimate(smallTask({ initial: '', goal: 'b', operators: ['one 1: a > +b'] }))).toBe(INFINITE_COST);
  });

  it('takes great costs', () => {
    const operators = ['one 200000000: > +a', 'two 300000000: a > +b', 'three 100000000: > +c'];
    expect(estimate(smallTask({ initial: '', goal: 'b c', operators }))).toBe(600_000_000);
  });
});

describe('lmCut() in every state of tasks at random', () => {
  it('lies between h_max and the true cost, and says INFINITE_COST where h_max does', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        const packed = packTask(task);
        const [cut, max] = [lmCut(packed), hMax(packed)];
        for (const state of referenceStates(task, 8)) {
          const { initial } = packTask({ ...task, initial: state });
          const [lower, upper] = [max.evaluate(initial, 0), referenceCost(task, state) ?? INFINITE_COST];
          const value = cut.evaluate(initial, 0);
          expect(value).toBeGreaterThanOrEqual(lower);
          expect(value).toBeLessThanOrEqual(upper);
          expect(value === INFINITE_COST).toBe(lower === INFINITE_COST);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
