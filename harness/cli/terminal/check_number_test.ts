import { expect, it } from 'vitest';
import { checkNumber } from './check_number.ts';

it('checkNumber() returns what the rule allows', () => {
  expect(checkNumber('--jobs', 3, 'a whole number of at least 1')).toBe(3);
  expect(checkNumber('--seed', -3, 'a whole number')).toBe(-3);
  expect(checkNumber('--grace-s', 0.5, 'at least 0')).toBe(0.5);
});

it.each([
  [0, 'a whole number of at least 1'],
  [1.5, 'a whole number of at least 0'],
  [2 ** 60, 'a whole number'],
  [0, 'more than 0'],
  [0.5, 'at least 1'],
  [Number.NaN, 'at least 0'],
] as const)('checkNumber() names option, rule and number where %s is not %s', (value, rule) => {
  expect(() => checkNumber('--x', value, rule)).toThrow(`--x must be ${rule}, found ${value}`);
});
