import { expect, it } from 'vitest';
import { kindsOf } from './kinds.ts';

it('kindsOf() numbers words as they appear', () => {
  expect(kindsOf(['b', 'a', 'b', '__proto__', 'a'])).toEqual([0, 1, 0, 2, 1]);
});
