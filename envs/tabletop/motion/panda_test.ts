import { expect, it } from 'vitest';
import { CAPSULES, EXTENT, HOME, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';

it('EXTENT is that of the motion reference, and open fingers are one body more', () => {
  expect(EXTENT).toBeCloseTo(13.04, 2);
  expect([CAPSULES.closed.length, CAPSULES.open.length]).toEqual([12, 13]);
});

it.each([
  [HOME, null],
  [LOWER_LIMITS, null],
  [UPPER_LIMITS, null],
  [HOME.with(3, 0).with(5, 4), 3],
  [HOME.with(6, NaN), 6],
  [HOME.slice(0, 4), 4],
])('jointOutsideLimits(%o) is %o, counted from 0', (q, joint) => expect(jointOutsideLimits(q)).toBe(joint));
