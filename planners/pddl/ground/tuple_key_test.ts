import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tupleKey } from './tuple_key.ts';

describe('tupleKey()', () => {
  it('is a number for a few objects, a text for many or great ones', () => {
    expect(typeof tupleKey([1, 2])).toBe('number');
    expect(typeof tupleKey([4095, 4095, 4095, 4095])).toBe('number');
    expect(tupleKey([1, 2, 3, 4, 5])).toBe('1 2 3 4 5');
    expect(tupleKey([1, 4096])).toBe('1 4096');
    expect(tupleKey([-1])).toBe('-1');
  });

  it('differs where tuples differ, in length, too', () => {
    const object = fc.oneof(fc.nat(3), fc.constantFrom(4094, 4095, 4096, 2 ** 31 - 1, -1));
    const tuple = fc.array(object, { maxLength: 6 });
    fc.assert(
      fc.property(tuple, tuple, (a, b) => {
        expect(tupleKey(a) === tupleKey(b)).toBe(a.join() === b.join());
      }),
      {
        numRuns: 1000,
        examples: [
          [[], [0]],
          [[0], [0, 0]],
          [[1, 0], [1]],
          [[0, 4095], [1]],
        ],
      },
    );
  });
});
