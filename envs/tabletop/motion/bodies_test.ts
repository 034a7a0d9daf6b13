import { describe, expect, it } from 'vitest';
import { BALLS, Bodies } from './bodies.ts';
import { linkFrames } from './kinematics.ts';
import { HOME } from './panda.ts';

describe('Bodies', () => {
  it('are the capsules, and with a block in hand its balls and one around them', () => {
    expect(new Bodies({ hand: 'closed', carried: null }).shapes).toHaveLength(12);
    expect(new Bodies({ hand: 'closed', carried: { offsetZ: 0 } }).shapes).toHaveLength(12 + BALLS + 1);
  });

  it('are placed one by one where the frames are', () => {
    const bodies = new Bodies({ hand: 'closed', carried: { offsetZ: 0.0125 } });
    linkFrames(Float64Array.from(HOME), bodies.frames);
    const [fingers, around] = [11, 12 + BALLS];
    bodies.place(fingers);
    bodies.place(around);
    const placed = [...bodies.ends.subarray(fingers * 6, fingers * 6 + 6)].map((value) => Number(value.toFixed(4)) + 0);
    // The tool points down, so that the hand's y runs against the base's.
    expect(placed).toEqual([0.3069, 0.05, 0.4903, 0.3069, -0.05, 0.4903]);
    expect(bodies.ends[around * 6 + 2]).toBeCloseTo(0.4869 - 0.0125, 4);
    expect(bodies.radii[around]).toBeGreaterThan(Math.sqrt(3) * 0.01375 + 0.0239 - 1e-12);
  });
});
