import { describe, expect, it } from 'vitest';
import { HOME } from '../motion/panda.ts';
import { armShapes, DARK, footShapes, framesOf, handAxes, skeleton, tcpOf } from './arm_shapes.ts';

describe('an arm at home', () => {
  const frames = framesOf(HOME);

  it('has its tool where the model has it, pointing down', () => {
    expect(tcpOf(frames)).toEqual([expect.closeTo(0.3069, 4), expect.closeTo(0, 9), expect.closeTo(0.4869, 4)]);
    expect(handAxes(frames)[2]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9), expect.closeTo(-1, 9)]);
  });

  it('has a skeleton from the base to the tool, each place once', () => {
    const joints = skeleton(frames);
    expect(joints[0]).toEqual([0, 0, 0]);
    expect(joints.at(-1)).toEqual(tcpOf(frames));
    expect(joints.length).toBe(8);
  });

  it('is drawn with all its capsules, and fingers that close on a block', () => {
    const [open, holding] = [false, true].map((holds) => armShapes(frames, { tone: DARK, holds }));
    expect(open?.length).toBe(holding?.length);
    const across = (shapes: typeof open) =>
      (shapes ?? []).slice(-2).map(({ parts }) => Math.abs(parts[0]?.centre[1] ?? 0));
    expect(across(open)).toEqual([expect.closeTo(0.0515, 6), expect.closeTo(0.0515, 6)]);
    expect(across(holding)).toEqual([expect.closeTo(0.039, 6), expect.closeTo(0.039, 6)]);
  });
});

describe('footShapes()', () => {
  it('stand at the origin', () => {
    for (const { parts } of footShapes(DARK)) {
      for (const { centre } of parts) expect(Math.hypot(centre[0], centre[1])).toBeLessThan(0.1);
    }
  });
});
