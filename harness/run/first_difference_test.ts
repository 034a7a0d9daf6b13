import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDifference } from './first_difference.ts';

describe('firstDifference()', () => {
  it('returns the path and both values', () => {
    const left = { a: 1, b: { 'c/d': [1, { e: null }] } };
    expect(firstDifference(left, { a: 1, b: { 'c/d': [1, { e: false }] } })).toEqual({
      path: 'b["c/d"][1].e',
      left: null,
      right: false,
    });
    expect(firstDifference(left, { ...left, f: 2 })).toEqual({ path: 'f', left: undefined, right: 2 });
    expect(firstDifference({ a: [] }, { a: {} })).toMatchObject({ path: 'a' });
    expect(firstDifference({}, JSON.parse('{"constructor": 1}'))).toMatchObject({
      path: 'constructor',
      left: undefined,
    });
  });

  it('ignores the order of keys, and finds a difference exactly if values are not equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(firstDifference(value, JSON.parse(JSON.stringify(value), reversed))).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(firstDifference(left, right) === null).toBe(firstDifference(right, left) === null);
      }),
    );
  });
});

/** For `JSON.parse`: objects with their keys from last to first. */
function reversed(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).reverse());
}
