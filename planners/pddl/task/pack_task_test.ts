import { describe, expect, it } from 'vitest';
import { smallTask } from '../testing/small_task.ts';
import type { GroundTask } from './ground_task.ts';
import { CostTooGreatError, packTask } from './pack_task.ts';

describe('packTask()', () => {
  it('writes the first state as bits', () => {
    const facts = Array.from({ length: 70 }, (_, i) => `(f${i})`);
    const { wordsPerState, initial } = packTask({ facts, operators: [], initial: [0, 31, 32, 69], goal: [] });
    expect(wordsPerState).toBe(3);
    expect([...initial]).toEqual([1 | (1 << 31), 1, 1 << 5]);
  });

  it('gives a task without facts a word, so that its state can be stored', () => {
    expect(packTask({ facts: [], operators: [], initial: [], goal: [] }).wordsPerState).toBe(1);
  });

  it('lets each operator watch for its rarest precondition', () => {
    const task = smallTask({
      initial: '',
      goal: 'a b c',
      operators: ['one 1: a b > +c', 'two 1: a > +b', 'three 1: > +a', 'four 1: a c > +b', 'five 1: a c > -a'],
    });
    const { start, items } = packTask(task).watchers;
    const rows = Array.from({ length: 4 }, (_, row) => [...items.subarray(start[row], start[row + 1])]);
    expect(rows).toEqual([[1], [0], [3, 4], [2]]);
  });

  it('keeps conditions, adds and deletes of every effect', () => {
    const task = smallTask({ initial: 'a', goal: 'd', operators: ['go 3: a > +b -a, when c +d -b', 'rest 0: > '] });
    const { effectStart, conditions, adds, deletes, costs } = packTask(task);
    expect([...effectStart]).toEqual([0, 2, 3]);
    expect([...conditions.items]).toEqual([2]);
    expect([...adds.items]).toEqual([1, 3]);
    expect([...deletes.items]).toEqual([0, 1]);
    expect([...costs]).toEqual([3, 0]);
  });

  const costing = (cost: number, count: number): GroundTask => ({
    facts: ['(a)'],
    operators: Array.from({ length: count }, () => ({ name: '(go)', cost, preconditions: [], effects: [] })),
    initial: [],
    goal: [],
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the cost %d', (cost) => {
    expect(() => packTask(costing(cost, 1))).toThrow(`operator "(go)" costs ${cost}; a cost is a whole number from 0`);
  });

  it('refuses costs beyond what is counted, and takes those just below', () => {
    expect(() => packTask(costing(2 ** 30, 1))).toThrow(CostTooGreatError);
    expect(() => packTask(costing(2 ** 29, 5))).toThrow(
      'may add up to more than 1073741823; give costs in a greater unit',
    );
    expect(packTask(costing(2 ** 30 - 1, 1)).costs).toEqual(Int32Array.of(2 ** 30 - 1));
    expect(packTask(costing(2 ** 28, 1_000)).operatorCount).toBe(1_000);
  });
});
