/**
 * Student's t, against the printed table.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { tQuantile } from './t_quantile.ts';

it.for([
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [4, 2.776],
  [5, 2.571],
  [6, 2.447],
  [16, 2.12],
  [29, 2.045],
  [30, 2.042],
  [100, 1.984],
] as const)('tQuantile() of %i is the printed %f', ([degrees, printed]) => {
  expect(Number(tQuantile(degrees).toFixed(3))).toBe(printed);
});

it('tQuantile() is that of stdlib to the last digits', () => {
  // @stdlib/stats-base-dists-t-quantile 0.2.3: quantile(0.975, degrees)
  expect(tQuantile(4)).toBeCloseTo(2.776445105197794, 13);
  expect(tQuantile(30)).toBeCloseTo(2.0422724563012378, 13);
});

it('tQuantile() comes down to that of the normal distribution', () => {
  expect(tQuantile(100_001)).toBeCloseTo(1.95999, 4);
});
