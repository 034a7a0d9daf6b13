import { expect, it } from 'vitest';
import { dot, onPaper, SLANTED } from './camera.ts';
import { FROM_ABOVE } from './testing/from_above.ts';

it.each([
  ['SLANTED', SLANTED],
  ['FROM_ABOVE', FROM_ABOVE],
])('%s has three unit vectors at right angles', (_, { right, up, towards }) => {
  for (const vector of [right, up, towards]) expect(dot(vector, vector)).toBeCloseTo(1, 12);
  expect(Math.max(...[dot(right, up), dot(up, towards), dot(towards, right)].map(Math.abs))).toBeCloseTo(0, 12);
});

it('onPaper() places what is higher further up, and the robot’s left to the right', () => {
  const [x, y] = onPaper(SLANTED, [0.5, 0, 0]);
  expect(onPaper(SLANTED, [0.5, 0, 0.1])).toEqual([x, expect.closeTo(y - 0.08, 12)]);
  expect(onPaper(SLANTED, [0.5, 0.1, 0])[0]).toBeGreaterThan(x);
  // From above, the robot is at the upper edge.
  expect(onPaper(FROM_ABOVE, [0.5, 0.2, 0.3])).toEqual([0.2, 0.5]);
});
