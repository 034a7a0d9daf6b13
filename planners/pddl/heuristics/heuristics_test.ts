import { describe, expect, it } from 'vitest';
import { packTask } from '../task/pack_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { HEURISTICS } from './heuristics.ts';

describe('HEURISTICS', () => {
  // Three goals, two of them behind the same door.
  const operators = ['door 2: > +in', 'one 1: in > +a', 'two 1: in > +b', 'three 1: > +c'];
  const task = packTask(smallTask({ initial: '', goal: 'a b c', operators }));

  it.each([
    ['blind', 1],
    ['hmax', 3],
    ['lmcut', 5],
    ['ff', 5],
  ] as const)('%s estimates %d', (name, estimate) => {
    expect(HEURISTICS[name](task).evaluate(task.initial, 0)).toBe(estimate);
  });
});
