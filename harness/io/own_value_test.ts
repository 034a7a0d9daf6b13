import { expect, test } from 'vitest';
import { ownValue } from './own_value.ts';

test('ownValue() finds what a record holds, and nothing that every object has', () => {
  expect(ownValue({ oracle: 1 }, 'oracle')).toBe(1);
  for (const name of ['bert', 'constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    expect(ownValue({ oracle: 1 }, name), name).toBeUndefined();
  }
  expect(ownValue({ constructor: 1 }, 'constructor')).toBe(1);
});
