/**
 * Slips of printed percentages.
 *
 * @module
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slipOf } from './slip_of.ts';

describe('slipOf()', () => {
  it('accepts a percentage that some whole number of runs gives', () => {
    expect(slipOf('92.5', 40, null)).toBeNull();
    expect(slipOf('14.29', 35, null)).toBeNull();
  });

  it('names the nearest fractions, when no whole number of runs gives the percentage', () => {
    expect(slipOf('64.86', 35, null)).toBe(
      'printed 64.86 %, which no whole number of 35 runs gives (22/35 = 62.86 %, 23/35 = 65.71 %)',
    );
  });

  it('gives what the rows come to, when the printed mean is another', () => {
    expect(slipOf('8.71', 35, 3)).toBe('printed 8.71 %, but the rows give 3/35 = 8.57 %');
  });

  it('never flags a percentage that was computed from counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), fc.constantFrom(1, 2), (runs, seed, digits) => {
        const successes = seed % (runs + 1);
        const printed = ((100 * successes) / runs).toFixed(digits);
        expect(slipOf(printed, runs, successes)).toBeNull();
        expect(slipOf(printed, runs, null)).toBeNull();
      }),
    );
  });
});
