import { describe, expect, it } from 'vitest';
import { dot, onPaper, SLANTED } from './camera.ts';
import { FROM_ABOVE } from './testing/from_above.ts';

describe.each([
  ['SLANTED', SLANTED],
  ['FROM_ABOVE', FROM_ABOVE],
] as const)('%s', (_, { right, up, towards }) => {
  it('has three unit vectors at right angles', () => {
    for (const vector of [right, up, towards]) expect(dot(vector, vector)).toBeCloseTo(1, 12);
    expect([dot(right, up), dot(up, towards), dot(towards, right)].map((value) => Math.abs(value))).toEqual([
      expect.closeTo(0, 12),
      expect.closeTo(0, 12),
      expect.closeTo(0, 12),
    ]);
  });
});

describe('onPaper()', () => {
  it('places what is higher further up, and the robot’s left to the right', () => {
    const [x, y] = onPaper(SLANTED, [0.5, 0, 0]);
    expect(onPaper(SLANTED, [0.5, 0, 0.1])).toEqual([x, expect.closeTo(y - 0.08, 12)]);
    expect(onPaper(SLANTED, [0.5, 0.1, 0])[0]).toBeGreaterThan(x);
  });

  it('shows the table from above with the robot at the upper edge', () => {
    expect(onPaper(FROM_ABOVE, [0.5, 0.2, 0.3])).toEqual([0.2, 0.5]);
  });
});
