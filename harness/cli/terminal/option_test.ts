import { expect, it } from 'vitest';
import { checkNumber, checkRange, given } from './option.ts';

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

it.each([-1, 65_536, 1.5, Number.NaN])(
  'checkRange() names option, limits and number if %s is outside; the limits are inside',
  (value) => {
    expect(() => checkRange('--port', value, [0, 65_535])).toThrow(
      `--port must be a whole number from 0 to 65535, found ${value}`,
    );
    expect([0, 7, 65_535].map((port) => checkRange('--port', port, [0, 65_535]))).toEqual([0, 7, 65_535]);
  },
);

it('given() omits only undefined values', () => {
  const values = { trials: 0, name: '', prompts: null, write: false };
  expect(Object.entries(given({ scenes: undefined, ...values }))).toEqual(Object.entries(values));
});
