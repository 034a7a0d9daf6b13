import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers, SEED_END, seedOf } from './random_numbers.ts';

const seeds = fc.integer({ min: 0, max: SEED_END - 1 });

describe('randomNumbers()', () => {
  it('draws the same from the same seed, within their bounds', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 1000 }), (seed, end) => {
        const [one, other] = [randomNumbers(seed), randomNumbers(seed)];
        for (let draw = 0; draw < 5; draw++) {
          const [uniform, below] = [one.uniform(), one.below(end)];
          expect([other.uniform(), other.below(end)]).toEqual([uniform, below]);
          expect(uniform >= 0 && uniform < 1 && below >= 0 && below < end && Number.isInteger(below)).toBe(true);
        }
      }),
    );
  });

  it('draws what it always drew, and refuses other seeds', () => {
    const numbers = randomNumbers(42);
    expect([numbers.uniform(), numbers.below(100), numbers.below(100)]).toEqual([0.9999993701129287, 35, 20]);
    for (const seed of [-1, 0.5, SEED_END, NaN]) expect(() => randomNumbers(seed), `${seed}`).toThrow(RangeError);
  });
});

it('seedOf() gives seeds that differ where a part does', () => {
  fc.assert(
    fc.property(fc.array(seeds, { minLength: 1, maxLength: 5 }), (parts) => {
      const seed = seedOf(...parts);
      expect(Number.isInteger(seed) && seed >= 0 && seed < SEED_END).toBe(true);
      expect(seedOf(...parts)).toBe(seed);
    }),
  );
  expect(new Set(Array.from({ length: 1000 }, (_, part) => seedOf(7, part, 3))).size).toBe(1000);
});
