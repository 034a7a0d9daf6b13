/**
 * McNemar's exact test, against printed p-values.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { exactMcNemar } from './mcnemar.ts';

it('exactMcNemar() is the printed p-value', () => {
  // Fay 2010, R Journal 2(1) 53–58, and the vignette of exact2x2: mcnemar.exact(matrix(c(21, 9, 2, 12), 2, 2)), p-value = 0.06543
  expect(exactMcNemar(2, 9).toFixed(5)).toBe('0.06543');
});

it('exactMcNemar() of the approval ratings is close to the chi-squared of the book', () => {
  // Agresti 2002, Categorical Data Analysis, Table 10.1: 150 and 86 changed their minds, z = -4.17, so p = 3.0e-5
  expect(exactMcNemar(86, 150)).toBeGreaterThan(3.0e-5);
  expect(exactMcNemar(86, 150)).toBeLessThan(4.5e-5);
  expect(exactMcNemar(150, 86)).toBe(exactMcNemar(86, 150));
});

it('exactMcNemar() needs six that turn one way, and nothing can be told where none do', () => {
  expect([exactMcNemar(0, 5), exactMcNemar(0, 6)]).toEqual([2 / 2 ** 5, 2 / 2 ** 6].map((p) => expect.closeTo(p, 12)));
  expect([exactMcNemar(0, 0), exactMcNemar(3, 3)]).toEqual([1, 1]);
});
