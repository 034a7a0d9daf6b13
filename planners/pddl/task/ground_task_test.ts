import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallTask } from '../testing/small_task.ts';
import { row } from '../testing/task_lists.ts';
import { groundTask, packRows, type Rows, transposeRows } from './ground_task.ts';

describe('groundTask()', () => {
  it('writes the first state as bits, and gives a task without facts a word, so that its state can be stored', () => {
    const facts: string[] = Array(70).fill('(f)');
    const { wordsPerState, initial } = groundTask({ facts, operators: [], initial: [0, 31, 32, 69], goal: [] });
    expect([wordsPerState, ...initial]).toEqual([3, 1 | (1 << 31), 1, 1 << 5]);
    expect(groundTask({ facts: [], operators: [], initial: [], goal: [] }).wordsPerState).toBe(1);
  });

  it('lets each operator watch for its rarest precondition', () => {
    const operators = ['one 1: a b > +c', 'two 1: a > +b', 'three 1: > +a', 'four 1: a c > +b', 'five 1: a c > -a'];
    const task = smallTask({ initial: '', goal: 'a b c', operators });
    expect(lists(groundTask(task).watchers)).toEqual([[1], [0], [3, 4], [2]]);
  });

  it('keeps conditions, adds and deletes of every effect', () => {
    const task = smallTask({ initial: 'a', goal: 'd', operators: ['go 3: a > +b -a, when c +d -b', 'rest 0: > '] });
    const { effectStart, conditions, adds, deletes, costs } = groundTask(task);
    expect([...effectStart, ...costs]).toEqual([0, 2, 3, 3, 0]);
    expect([conditions, adds, deletes].map(({ items }) => items.join())).toEqual(['2', '1,3', '0,1']);
  });
});

function lists(rows: Rows): number[][] {
  return Array.from({ length: rows.start.length - 1 }, (_, number) => row(rows, number));
}

describe('packRows() and transposeRows()', () => {
  it('put lists side by side, and say for each item in which rows it is', () => {
    expect(packRows([[4, 2], [], [7]])).toEqual({ start: Int32Array.of(0, 2, 2, 3), items: Int32Array.of(4, 2, 7) });
    expect(lists(packRows([]))).toEqual([]);
    expect(lists(transposeRows(packRows([[0, 2], [2], []]), 4))).toEqual([[0], [], [0, 1], []]);
  });

  it('turned round twice are what they were', () => {
    const property = fc.property(fc.array(fc.subarray([0, 1, 2, 3, 4])), (all) => {
      expect(lists(transposeRows(transposeRows(packRows(all), 5), all.length))).toEqual(all);
    });
    fc.assert(property);
  });
});
