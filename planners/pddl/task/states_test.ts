import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceApplicable, referenceSuccessor } from '../testing/reference_search.ts';
import { smallTask } from '../testing/small_task.ts';
import { groundTask, type TaskLists } from './ground_task.ts';
import { allHold, listApplicable, writeSuccessor } from './states.ts';

function applicable(task: TaskLists): number[] {
  const packed = groundTask(task);
  const out = new Int32Array(packed.names.length);
  return [...out.subarray(0, listApplicable(packed, packed.initial, 0, out))].sort((a, b) => a - b);
}

function successor(task: TaskLists, operator: number): number[] {
  const packed = groundTask(task);
  const words = new Int32Array(2 * packed.wordsPerState);
  words.set(packed.initial);
  writeSuccessor(packed, words, 0, packed.wordsPerState, operator);
  expect(words.subarray(0, packed.wordsPerState)).toEqual(packed.initial);
  return task.facts
    .keys()
    .filter((fact) => allHold(words, packed.wordsPerState, Int32Array.of(fact), 0, 1))
    .toArray();
}

function names(task: TaskLists, facts: readonly number[]): string[] {
  return facts.map((fact) => task.facts[fact] ?? '');
}

describe('listApplicable()', () => {
  it('lists the operators whose preconditions hold, those without any too', () => {
    const operators = ['one 1: a > +c', 'two 1: a b > +c', 'three 1: c > +a', 'four 1: > +b'];
    expect(applicable(smallTask({ initial: 'a', goal: 'c', operators }))).toEqual([0, 3]);
  });

  it('lists what the reference does', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        expect(applicable(task)).toEqual(referenceApplicable(task));
      }),
    );
  });
});

describe('writeSuccessor()', () => {
  it('lets a fact hold that is both deleted and added, by one effect or by two', () => {
    const task = smallTask({ initial: 'a', goal: 'b', operators: ['one 1: > +b -b', 'two 1: > +b, when a -b'] });
    expect(names(task, successor(task, 0))).toEqual(['(a)', '(b)']);
    expect(names(task, successor(task, 1))).toEqual(['(a)', '(b)']);
  });

  it('looks conditions up in the state before', () => {
    const task = smallTask({ initial: 'a', goal: 'c', operators: ['swap 1: > -a +b, when a +c, when b +d'] });
    expect(names(task, successor(task, 0))).toEqual(['(b)', '(c)']);
  });

  it('writes what the reference does', () => {
    fc.assert(
      fc.property(arbitraryGroundTask, (task) => {
        for (const operator of referenceApplicable(task))
          expect(successor(task, operator)).toEqual(referenceSuccessor(task, operator));
      }),
    );
  });
});
