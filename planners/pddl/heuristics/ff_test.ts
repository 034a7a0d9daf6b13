import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundTask, INFINITE_COST, type TaskLists } from '../task/ground_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceHMax } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { ff } from './ff.ts';

function estimate(task: TaskLists): number {
  const packed = groundTask(task);
  return ff(packed).evaluate(packed.initial, 0);
}

describe('ff()', () => {
  it('is the cost of a plan without deletes, each action counted once', () => {
    const operators = ['one 2: > +a -b', 'two 3: a > +b -a', 'three 4: a > +c -b'];
    expect(estimate(smallTask({ initial: '', goal: 'b c', operators }))).toBe(9);
  });

  it('counts an action once whose conditional effects are needed together', () => {
    const operators = ['both 5: > , when x +a, when y +b'];
    expect(estimate(smallTask({ initial: 'x y', goal: 'a b', operators }))).toBe(5);
  });

  it('is not admissible', () => {
    // h_add takes "dear" for two: 3 is less than 2 + 2. The cheapest plan is "left, right, both" for 4, and "dear" alone for 3.
    const operators = [
      'left 2: > +l',
      'right 2: > +r',
      'dear 3: > +a',
      'a 0: l r > +a',
      'b 0: l r > +b',
      'c 9: a b > +g',
    ];
    expect(estimate(smallTask({ initial: '', goal: 'a b', operators }))).toBe(7);
  });

  it('is 0 at the goal and INFINITE_COST where no way leads, and takes great costs', () => {
    expect(estimate(smallTask({ initial: 'a', goal: 'a', operators: [] }))).toBe(0);
    expect(estimate(smallTask({ initial: '', goal: 'b', operators: ['one 1: a > +b'] }))).toBe(INFINITE_COST);
    const operators = ['one 500000000: > +a', 'two 500000000: > +b', 'three 1: a b > +c'];
    expect(estimate(smallTask({ initial: '', goal: 'a b c', operators }))).toBe(1_000_000_001);
  });

  it('says INFINITE_COST where h_max does, and costs nothing where h_max says so', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        const lower = referenceHMax(task) ?? INFINITE_COST;
        expect([estimate(task) === INFINITE_COST, estimate(task) === 0]).toEqual([
          lower === INFINITE_COST,
          lower === 0,
        ]);
      }),
      { numRuns: 1_000 },
    );
  });
});
