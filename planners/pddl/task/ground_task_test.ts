import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallTask } from '../testing/small_task.ts';
import { groundTask, packRows, type Rows, transposeRows } from './ground_task.ts';

describe('groundTask()', () => {
  it('writes the first state as bits', () => {
    const facts = Array.from({ length: 70 }, (_, i) => `(f${i})`);
    const { wordsPerState, initial } = groundTask({ facts, operators: [], initial: [0, 31, 32, 69], goal: [] });
    expect(wordsPerState).toBe(3);
    expect([...initial]).toEqual([1 | (1 << 31), 1, 1 << 5]);
  });

  it('gives a task without facts a word, so that its state can be stored', () => {
    expect(groundTask({ facts: [], operators: [], initial: [], goal: [] }).wordsPerState).toBe(1);
  });

  it('lets each operator watch for its rarest precondition', () => {
    const task = smallTask({
      initial: '',
      goal: 'a b c',
      operators: ['one 1: a b > +c', 'two 1: a > +b', 'three 1: > +a', 'four 1: a c > +b', 'five 1: a c > -a'],
    });
    const { start, items } = groundTask(task).watchers;
    const rows = Array.from({ length: 4 }, (_, row) => [...items.subarray(start[row], start[row + 1])]);
    expect(rows).toEqual([[1], [0], [3, 4], [2]]);
  });

  it('keeps conditions, adds and deletes of every effect', () => {
    const task = smallTask({ initial: 'a', goal: 'd', operators: ['go 3: a > +b -a, when c +d -b', 'rest 0: > '] });
    const { effectStart, conditions, adds, deletes, costs } = groundTask(task);
    expect([...effectStart]).toEqual([0, 2, 3]);
    expect([...conditions.items]).toEqual([2]);
    expect([...adds.items]).toEqual([1, 3]);
    expect([...deletes.items]).toEqual([0, 1]);
    expect([...costs]).toEqual([3, 0]);
  });
});

function lists({ start, items }: Rows): number[][] {
  return Array.from({ length: start.length - 1 }, (_, row) => [...items.subarray(start[row], start[row + 1])]);
}

describe('packRows()', () => {
  it('puts lists side by side', () => {
    const { start, items } = packRows([[4, 2], [], [7]]);
    expect([...start]).toEqual([0, 2, 2, 3]);
    expect([...items]).toEqual([4, 2, 7]);
  });

  it('packs no lists at all', () => {
    expect(lists(packRows([]))).toEqual([]);
  });
});

describe('transposeRows()', () => {
  it('says for each item in which rows it is', () => {
    expect(lists(transposeRows(packRows([[0, 2], [2], []]), 4))).toEqual([[0], [], [0, 1], []]);
  });

  it('turned round twice is what it was', () => {
    const row = fc.subarray([0, 1, 2, 3, 4]);
    fc.assert(
      fc.property(fc.array(row), (all) => {
        expect(lists(transposeRows(transposeRows(packRows(all), 5), all.length))).toEqual(all);
      }),
    );
  });
});
