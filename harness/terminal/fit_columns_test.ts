import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsLeftOut, keyColumns } from './fit_columns.ts';

function within(columns: number, first: readonly number[] = [0]) {
  return { columns, gap: 2, first };
}

function width(widths: readonly number[], leftOut: readonly number[]): number {
  const shown = widths.filter((_, at) => !leftOut.includes(at));
  return shown.reduce((sum, each) => sum + each + 2, -2);
}

describe('columnsLeftOut()', () => {
  it('leaves nothing out where all fit, to the character', () => {
    expect(columnsLeftOut([10, 4, 4], within(22))).toEqual([]);
    expect(columnsLeftOut([10, 4, 4], within(21))).toEqual([2]);
  });

  it('leaves one wide column out rather than two narrow ones', () => {
    expect(columnsLeftOut([10, 20, 5, 5], within(30))).toEqual([1]);
  });

  it('of columns that free as much takes the one furthest right', () => {
    expect(columnsLeftOut([10, 8, 8, 8], within(34))).toEqual([3]);
    expect(columnsLeftOut([10, 8, 8, 3], within(28))).toEqual([2]);
  });

  it('never leaves out the first, even where it does not fit alone', () => {
    expect(columnsLeftOut([100, 5, 5], within(20))).toEqual([1, 2]);
    expect(columnsLeftOut([100], within(20))).toEqual([]);
    expect(columnsLeftOut([], within(20))).toEqual([]);
  });

  it('shows what matters most as long as it fits, however wide it is, before anything else', () => {
    expect(columnsLeftOut([10, 20, 5, 5], within(32, [0, 1]))).toEqual([2, 3]);
    expect(columnsLeftOut([10, 5, 5, 20], within(32, [3, 0]))).toEqual([1, 2]);
    expect(columnsLeftOut([10, 5, 5, 20], within(27, [3, 0]))).toEqual([0, 2]);
    expect(columnsLeftOut([10, 5, 5, 20], within(15, [3, 0]))).toEqual([0, 1, 2]);
  });

  it('leaves out no more than any other choice would', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(widths, fc.integer({ min: 30, max: 150 }), (all, columns) => {
        const leftOut = columnsLeftOut(all, within(columns));
        expect(width(all, leftOut)).toBeLessThanOrEqual(columns);
        const choices = Array.from({ length: 2 ** (all.length - 1) }, (_, bits) =>
          all.flatMap((_, at) => (at > 0 && (bits >> (at - 1)) % 2 === 1 ? [at] : [])),
        ).filter((choice) => width(all, choice) <= columns);
        expect(leftOut).toHaveLength(Math.min(...choices.map(({ length }) => length)));
      }),
    );
  });
});

describe('keyColumns()', () => {
  it('are those of words before the first of numbers', () => {
    expect(keyColumns([['robot', 'oracle', '3/3', 'goal']])).toEqual([0, 1]);
    expect(
      keyColumns([
        ['suite', 'n/a'],
        ['robot', '12 %'],
      ]),
    ).toEqual([0]);
  });

  it('takes the first alone where all are words, and where it is a number itself', () => {
    expect(keyColumns([['oracle', 'plans', 'with full knowledge']])).toEqual([0]);
    expect(keyColumns([['1', 'oracle']])).toEqual([0]);
    expect(keyColumns([])).toEqual([0]);
  });
});
