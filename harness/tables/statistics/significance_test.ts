import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sum } from '../../trace/metrics/numbers.ts';
import { exactMcNemar, holm, signFlip, wilcoxon } from './significance.ts';

it('exactMcNemar() is the printed p-value, needs six pairs that turn one way, and is 1 where none do', () => {
  // Fay 2010, R Journal 2(1) 53–58, and the vignette of exact2x2: mcnemar.exact(matrix(c(21, 9, 2, 12), 2, 2)), p-value = 0.06543
  expect(exactMcNemar(2, 9).toFixed(5)).toBe('0.06543');
  expect([exactMcNemar(0, 5), exactMcNemar(0, 6)]).toEqual([2 / 2 ** 5, 2 / 2 ** 6].map((p) => expect.closeTo(p, 12)));
  expect([exactMcNemar(0, 0), exactMcNemar(3, 3)]).toEqual([1, 1]);
});

/** The share of all choices of signs whose statistic is as far from 0 as the observed one. */
function shareAsFar(values: readonly number[], statisticOf: (signed: readonly number[]) => number): number {
  const choices = Array.from({ length: 2 ** values.length }, (_, choice) =>
    Math.abs(statisticOf(values.map((value, at) => ((choice >> at) & 1 ? value : -value)))),
  );
  return choices.filter((each) => each >= Math.abs(statisticOf(values))).length / choices.length;
}

it('signFlip() is the share of all choices of signs that go as far', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -7, max: 7 }), { maxLength: 10 }), (sums) => {
      expect(signFlip(sums)).toBeCloseTo(shareAsFar(sums, sum), 12);
    }),
  );
});

it('signFlip() of one episode a task is the exact McNemar test', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), (gained, lost) => {
      const sums = [...Array(gained).fill(1), ...Array(lost).fill(-1), 0, 0];
      expect(signFlip(sums)).toBeCloseTo(exactMcNemar(gained, lost), 10);
    }),
  );
});

it('wilcoxon() is the printed p-value, with ties corrected for them and for continuity', () => {
  // Hollander and Wolfe 1973, pp. 29–33, as in R's ?wilcox.test: V = 40, p-value = 0.01953 one-sided
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  expect((wilcoxon(before.map((value, at) => value - after[at]!)) / 2).toFixed(5)).toBe('0.01953');
  // As in SciPy's manual of scipy.stats.wilcoxon: statistic = 24.0, pvalue = 0.041259765625
  const maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
  expect(wilcoxon(maize)).toBeCloseTo(0.041259765625, 12);
  // scipy.stats.wilcoxon(…, method='approx', correction=True), SciPy 1.17.1
  expect(wilcoxon([1, 1, 2, 2, -3, 4, 4, 5, -1, 6, 7, 7])).toBeCloseTo(0.016436114974527252, 10);
});

function centredRankSum(differences: readonly number[]): number {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return sum(sorted.map((each, at) => (each > 0 ? at + 1 : 0))) - (sorted.length * (sorted.length + 1)) / 4;
}

it('wilcoxon() of few different sizes is the share of all choices of signs that go as far', () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 11 });
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.boolean()), (all, signs) => {
      const differences = all.map((size) => (signs.next().value ? size : -size));
      expect(wilcoxon(differences)).toBeCloseTo(shareAsFar(differences, centredRankSum), 10);
    }),
  );
});

it('wilcoxon() leaves out pairs that do not differ', () => {
  expect(wilcoxon([0, 3, 0, 1, 2])).toBe(wilcoxon([1, 2, 3]));
  expect([wilcoxon([]), wilcoxon([0, 0])]).toEqual([1, 1]);
});

it.each([
  // Wikipedia, "Holm–Bonferroni method", example
  ['0.01 0.04 0.03 0.005', '0.03 0.06 0.06 0.02'],
  // R's p.adjust(p, "holm")
  ['0.042 0.001 0.031 0.014 0.007', '0.062 0.005 0.062 0.042 0.028'],
  ['0.7 0.8', '1 1'],
  ['0.03', '0.03'],
])('holm() of %s is %s', (values, adjusted) => {
  const expected = adjusted.split(' ').map((p) => expect.closeTo(Number(p), 12));
  expect(holm(values.split(' ').map(Number))).toEqual(expected);
  expect(holm([])).toEqual([]);
});

it('holm() lies between each value and Bonferroni’s, and keeps their order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), (values) => {
      const adjusted = holm(values);
      values.forEach((value, at) => {
        expect(adjusted[at]).toBeGreaterThanOrEqual(value);
        expect(adjusted[at]).toBeLessThanOrEqual(Math.min(1, value * values.length) + 1e-12);
        values.forEach((other, beside) => {
          if (value < other) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[beside]!);
        });
      });
    }),
  );
});
