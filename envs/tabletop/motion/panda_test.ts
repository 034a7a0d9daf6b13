import { describe, expect, it } from 'vitest';
import { CAPSULES, EXTENT, HOME, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';

describe('the Panda', () => {
  it('spans the space that the motion reference says', () => {
    expect(EXTENT).toBeCloseTo(13.04, 2);
  });

  it('has one body more with open fingers', () => {
    expect([CAPSULES.closed.length, CAPSULES.open.length]).toEqual([12, 13]);
  });
});

describe('jointOutsideLimits()', () => {
  it('finds none at home and at the limits themselves', () => {
    expect([HOME, LOWER_LIMITS, UPPER_LIMITS].map(jointOutsideLimits)).toEqual([null, null, null]);
  });

  it('names the first joint, counted from 0, that is beyond its limits or no number', () => {
    expect(jointOutsideLimits(HOME.with(3, 0).with(5, 4))).toBe(3);
    expect(jointOutsideLimits(HOME.with(6, Number.NaN))).toBe(6);
    expect(jointOutsideLimits(HOME.slice(0, 4))).toBe(4);
  });
});
