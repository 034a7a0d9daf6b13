import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceFrom } from './chance.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('chanceFrom()', () => {
  it('draws the same numbers from the same seed, on any machine', () => {
    const draw = chanceFrom(7);
    expect([10, 10, 10, 100, 1000].map((below) => draw(below))).toMatchInlineSnapshot(`
      [
        0,
        0,
        5,
        79,
        423,
      ]
    `);
  });

  it('draws integers from 0 up to a limit', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 1000 }), (seed, below) => {
        const draw = chanceFrom(seed);
        for (let count = 0; count < 20; count++) {
          const drawn = draw(below);
          expect(Number.isInteger(drawn) && drawn >= 0 && drawn < below).toBe(true);
        }
      }),
    );
  });

  it('draws other numbers from other seeds', () => {
    const drawn = (seed: number) => {
      const draw = chanceFrom(seed);
      return Array.from({ length: 8 }, () => draw(1000)).join();
    };
    expect(new Set(Array.from({ length: 200 }, (_, seed) => drawn(seed))).size).toBe(200);
  });
});
