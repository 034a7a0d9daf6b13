import { describe, expect, it } from 'vitest';
import { distance, interpolate, pathLength, roundAngles } from './joint_space.ts';
import { LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';

const ZERO = new Float64Array(7);
const THREE_FOUR = Float64Array.of(3, 0, 0, 0, 0, 0, 4);

describe('distance() and pathLength()', () => {
  it('are Euclidean', () => {
    expect(distance(ZERO, THREE_FOUR)).toBe(5);
    expect(pathLength([ZERO, THREE_FOUR, ZERO])).toBe(10);
    expect(pathLength([ZERO])).toBe(0);
  });
});

describe('interpolate()', () => {
  it('goes from one to the other', () => {
    const out = new Float64Array(7);
    interpolate(ZERO, THREE_FOUR, 0.25, out);
    expect([...out]).toEqual([0.75, 0, 0, 0, 0, 0, 1]);
  });
});

describe('roundAngles()', () => {
  it('keeps four decimals, and stays within the limits', () => {
    const q = Float64Array.of(1.23456, -1.23456, 0, 0.00004, 0, 0, 0);
    roundAngles(q);
    expect([...q].slice(0, 4)).toEqual([1.2346, -1.2346, 0, 0]);
    for (const limits of [LOWER_LIMITS, UPPER_LIMITS]) {
      const rounded = Float64Array.from(limits);
      roundAngles(rounded);
      expect([...rounded]).toEqual(limits);
    }
  });
});
