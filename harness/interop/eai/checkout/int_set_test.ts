import { describe, expect, it } from 'vitest';
import { IntSet } from './int_set.ts';

function setOf(values: readonly number[]): IntSet {
  const set = new IntSet();
  for (const value of values) set.add(value);
  return set;
}

// The right sides were printed by CPython 3.11.
describe('IntSet', () => {
  it.each<[IntSet, number[]]>([
    [setOf([65, 1000, 3]), [1000, 65, 3]],
    [setOf([8, 0, 16]), [8, 0, 16]],
    [setOf([1, 2, 3, 4, 5, 33]), [1, 2, 3, 4, 5, 33]],
    [setOf([5, 16, 1, 2, 3]), [1, 2, 3, 5, 16]],
    [setOf([5]).union(setOf([16, 1, 2, 3])), [16, 1, 2, 3, 5]],
    [setOf([1, 2, 3]).minus(setOf([2])), [1, 3]],
  ])('iterates as CPython does: %#', (set, order) => expect([...set]).toEqual(order));
});
