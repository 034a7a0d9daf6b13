import { expect, it } from 'vitest';
import { HOME } from '../motion/panda.ts';
import { armShapes, DARK, framesOf } from './arm_shapes.ts';

it('armShapes() draws fingers that close on a block', () => {
  const fingersOf = (holds: boolean) => {
    const shapes = armShapes(framesOf(HOME), { tone: DARK, holds });
    return [shapes.length, ...shapes.slice(-2).map(({ parts }) => Math.abs(parts[0]!.centre[1]))];
  };
  const [count, ...open] = fingersOf(false);
  expect(open).toEqual([expect.closeTo(0.0515, 6), expect.closeTo(0.0515, 6)]);
  expect(fingersOf(true)).toEqual([count, expect.closeTo(0.039, 6), expect.closeTo(0.039, 6)]);
});
