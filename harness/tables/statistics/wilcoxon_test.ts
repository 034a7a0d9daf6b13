/**
 * Wilcoxon's signed-rank test, against printed p-values and against every choice of signs.
 *
 * @module
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wilcoxon } from './wilcoxon.ts';

it('wilcoxon() of the depression scores is the printed p-value', () => {
  // Hollander and Wolfe 1973, pp. 29–33, as in R's ?wilcox.test: V = 40, p-value = 0.01953 one-sided
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  expect((wilcoxon(before.map((value, at) => value - after[at]!)) / 2).toFixed(5)).toBe('0.01953');
});

it('wilcoxon() of Darwin’s maize is the printed p-value', () => {
  // As in SciPy's manual of scipy.stats.wilcoxon: statistic = 24.0, pvalue = 0.041259765625
  const maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
  expect(wilcoxon(maize)).toBeCloseTo(0.041259765625, 12);
});

it('wilcoxon() with ties is corrected for them and for continuity', () => {
  // scipy.stats.wilcoxon(…, method='approx', correction=True), SciPy 1.17.1
  expect(wilcoxon([1, 1, 2, 2, -3, 4, 4, 5, -1, 6, 7, 7])).toBeCloseTo(0.016436114974527252, 10);
});

/** By trying every choice of signs of the ranks. */
function counted(differences: readonly number[]): number {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const middle = (sorted.length * (sorted.length + 1)) / 4;
  const far = (signs: (at: number) => boolean) =>
    Math.abs(sorted.reduce((sum, _, at) => sum + (signs(at) ? at + 1 : 0), 0) - middle);
  const observed = far((at) => sorted[at]! > 0);
  const choices = 2 ** sorted.length;
  return (
    Array.from({ length: choices }, (_, choice) => far((at) => ((choice >> at) & 1) === 1)).filter(
      (each) => each >= observed,
    ).length / choices
  );
}

it('wilcoxon() of few different sizes is the share of all choices of signs that go as far', () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 11 });
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.boolean()), (all, signs) => {
      const differences = all.map((size) => (signs.next().value ? size : -size));
      expect(wilcoxon(differences)).toBeCloseTo(counted(differences), 10);
    }),
  );
});

it('wilcoxon() leaves out pairs that do not differ', () => {
  expect(wilcoxon([0, 3, 0, 1, 2])).toBe(wilcoxon([1, 2, 3]));
  expect([wilcoxon([]), wilcoxon([0, 0])]).toEqual([1, 1]);
});
