import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompressedRows, compressRows, transposeRows } from './compressed_rows.ts';

function lists({ start, items }: CompressedRows): number[][] {
  return Array.from({ length: start.length - 1 }, (_, row) => [...items.subarray(start[row], start[row + 1])]);
}

describe('compressRows()', () => {
  it('puts lists side by side', () => {
    const { start, items } = compressRows([[4, 2], [], [7]]);
    expect([...start]).toEqual([0, 2, 2, 3]);
    expect([...items]).toEqual([4, 2, 7]);
  });

  it('packs no lists at all', () => {
    expect(lists(compressRows([]))).toEqual([]);
  });
});

describe('transposeRows()', () => {
  it('says for each item in which rows it is', () => {
    expect(lists(transposeRows(compressRows([[0, 2], [2], []]), 4))).toEqual([[0], [], [0, 1], []]);
  });

  it('turned round twice is what it was', () => {
    const row = fc.subarray([0, 1, 2, 3, 4]);
    fc.assert(
      fc.property(fc.array(row), (all) => {
        expect(lists(transposeRows(transposeRows(compressRows(all), 5), all.length))).toEqual(all);
      }),
    );
  });
});
