import { describe, expect, it } from 'vitest';
import { groundTask } from '../task/ground_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { blind } from './heuristic.ts';

describe('blind()', () => {
  const operators = ['one 3: > +a', 'two 2: a > +b'];

  it('is 0 at the goal, the least cost elsewhere', () => {
    const far = groundTask(smallTask({ initial: '', goal: 'b', operators }));
    const there = groundTask(smallTask({ initial: 'b', goal: 'b', operators }));
    expect([blind(far).evaluate(far.initial, 0), blind(there).evaluate(there.initial, 0)]).toEqual([2, 0]);
  });

  it('is 0 where there is no operator', () => {
    const task = groundTask({ facts: ['(a)'], operators: [], initial: [], goal: [0] });
    expect(blind(task).evaluate(task.initial, 0)).toBe(0);
  });
});
