import { describe, expect, it } from 'vitest';
import { IntSet } from './int_set.ts';

function setOf(values: readonly number[]): IntSet {
  const set = new IntSet();
  for (const value of values) set.add(value);
  return set;
}

// Each right side was printed by CPython 3.11.
describe('IntSet', () => {
  it.each([
    [
      [65, 1000, 3],
      [1000, 65, 3],
    ],
    [
      [8, 0, 16],
      [8, 0, 16],
    ],
    [
      [1, 2, 3, 4, 5, 33],
      [1, 2, 3, 4, 5, 33],
    ],
  ])('iterates %j as CPython does', (values, order) => {
    expect([...setOf(values)]).toEqual(order);
  });

  it('sizes the table of a union by both sets together', () => {
    // {5}.union({16, 1, 2, 3}) has 16 slots, {5, 16, 1, 2, 3} has 32.
    expect([...setOf([5]).union(setOf([16, 1, 2, 3]))]).toEqual([16, 1, 2, 3, 5]);
    expect([...setOf([5, 16, 1, 2, 3])]).toEqual([1, 2, 3, 5, 16]);
  });

  it('keeps what another set has not', () => {
    expect([...setOf([1, 2, 3]).minus(setOf([2]))]).toEqual([1, 3]);
  });
});
