import fc from 'fast-check';
import { expect, it } from 'vitest';
import { binomialTail, normalQuantile, normalTail, signedRankTail } from './distributions.ts';

/** The chance of at most so many heads, by Pascal's triangle. */
function counted(heads: number, tosses: number): number {
  let [ways, sum] = [1, 0];
  for (let at = 0; at <= heads; at += 1) {
    sum += ways;
    ways = (ways * (tosses - at)) / (at + 1);
  }
  return sum / 2 ** tosses;
}

it('binomialTail() is the sum of its chances', () => {
  fc.assert(
    fc.property(fc.nat(45), fc.nat(45), (heads, tosses) => {
      fc.pre(heads <= tosses);
      expect(binomialTail(heads, tosses, 0.5)).toBeCloseTo(counted(heads, tosses), 13);
    }),
  );
  expect(binomialTail(-1, 5, 0.5)).toBe(0);
});

it('normalTail() and normalQuantile() undo each other, and are the printed ones', () => {
  for (const chance of [1e-9, 0.001, 0.025, 0.2, 0.5, 0.8, 0.975, 0.9999]) {
    expect(normalTail(normalQuantile(chance)) / chance).toBeCloseTo(1, 6);
  }
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
});

it('signedRankTail() is the printed table’s', () => {
  // Hollander and Wolfe 1973, Table A.4: for 9 pairs, P(T+ ≥ 40) = 0.020; for 5, P(T+ ≥ 15) = 0.031
  expect(signedRankTail(45 - 40, 9).toFixed(3)).toBe('0.020');
  expect(signedRankTail(0, 5).toFixed(3)).toBe('0.031');
});
