/**
 * The sign-flip test, against every choice of signs, and against the test whose clustered form it is.
 *
 * @module
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactMcNemar } from './mcnemar.ts';
import { signFlip } from './sign_flip.ts';

/** By trying every choice of signs. */
function counted(sums: readonly number[]): number {
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  const choices = 2 ** sums.length;
  const asFar = Array.from({ length: choices }, (_, choice) =>
    sums.reduce((total, sum, at) => total + ((choice >> at) & 1 ? sum : -sum), 0),
  ).filter((total) => Math.abs(total) >= observed);
  return asFar.length / choices;
}

it('signFlip() is the share of all choices of signs that go as far', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -7, max: 7 }), { maxLength: 10 }), (sums) => {
      expect(signFlip(sums)).toBeCloseTo(counted(sums), 12);
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

it('signFlip() does not take ten scenes of one task for ten', () => {
  expect(exactMcNemar(0, 10)).toBeLessThan(0.01);
  expect(signFlip([-10])).toBe(1);
  expect(signFlip([-10, -10])).toBe(0.5);
});
