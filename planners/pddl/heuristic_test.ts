import { describe, expect, it } from 'vitest';
import { HEURISTICS } from './heuristic.ts';
import { packTask } from './pack_task.ts';
import { smallTask } from './small_task.ts';

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
    expect(HEURISTICS[name].of(task).evaluate(task.initial, 0)).toBe(estimate);
  });

  it('says of all but ff that they are admissible', () => {
    const admissible = Object.entries(HEURISTICS).filter(([, { isAdmissible }]) => isAdmissible);
    expect(admissible.map(([name]) => name).sort()).toEqual(['blind', 'hmax', 'lmcut']);
  });
});
