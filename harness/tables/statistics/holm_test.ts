/**
 * Holm's adjustment, against a worked example.
 *
 * @module
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holm } from './holm.ts';

it('holm() rejects what the worked example rejects', () => {
  // Wikipedia, "Holm–Bonferroni method", example: of 0.01, 0.04, 0.03 and 0.005 the first and the last are rejected at 0.05
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
});

it('holm() does as R’s p.adjust(p, "holm"), in any order, and keeps within 1', () => {
  expect(holm([0.042, 0.001, 0.031, 0.014, 0.007])).toEqual(
    [0.062, 0.005, 0.062, 0.042, 0.028].map((p) => expect.closeTo(p, 12)),
  );
  expect(holm([0.7, 0.8])).toEqual([1, 1]);
  expect([holm([]), holm([0.03])]).toEqual([[], [0.03]]);
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
