import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distance,
  FRAME,
  framesOf,
  interpolate,
  ORIGIN,
  pathLength,
  roundAngles,
  TCP_AT,
  tcpJacobian,
  Z_AXIS,
} from './kinematics.ts';
import { JOINTS, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { AT_HOME, configurations } from './testing/random_world.ts';
import { slowLinkFrames } from './testing/reference_kinematics.ts';

describe('linkFrames()', () => {
  it('starts from the base and puts the tool of an arm at home before it, pointing down', () => {
    const frames = framesOf(AT_HOME);
    expect([...frames.subarray(0, FRAME)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    const tool = [...frames.subarray(TCP_AT)].map((value) => Number(value.toFixed(4)) + 0);
    expect(tool).toEqual([1, 0, 0, 0, -1, 0, 0, 0, -1, 0.3069, 0, 0.4869]);
  });

  it('agrees with multiplied matrices', () => {
    fc.assert(
      fc.property(configurations, (q) => {
        const fast = framesOf(q);
        for (const [at, value] of slowLinkFrames(q).entries()) expect(fast[at]).toBeCloseTo(value, 13);
      }),
    );
  });
});

describe('tcpJacobian()', () => {
  it('tells how the tool moves when a joint turns a little', () => {
    fc.assert(
      fc.property(configurations, fc.nat({ max: JOINTS - 1 }), (q, joint) => {
        const jacobian = new Float64Array(6 * JOINTS);
        const frames = framesOf(q);
        tcpJacobian(frames, jacobian);
        const turn = 1e-6;
        const [before, after] = [-turn, turn].map((change) => framesOf(q.with(joint, q[joint]! + change)));
        const rate = (at: number) => (after![at]! - before![at]!) / (2 * turn);
        const column = [0, 1, 2, 3, 4, 5].map((row) => jacobian[row * JOINTS + joint]!);
        const [vx = 0, vy = 0, vz = 0, wx = 0, wy = 0, wz = 0] = column;
        const [x, y, z] = frames.subarray(TCP_AT + Z_AXIS, TCP_AT + Z_AXIS + 3) as unknown as [number, number, number];
        for (const [axis, value] of [vx, vy, vz].entries()) expect(rate(TCP_AT + ORIGIN + axis)).toBeCloseTo(value, 7);
        const turned = [wy * z - wz * y, wz * x - wx * z, wx * y - wy * x];
        for (const [axis, value] of turned.entries()) expect(rate(TCP_AT + Z_AXIS + axis)).toBeCloseTo(value, 7);
      }),
    );
  });
});

const ZERO = new Float64Array(7);
const THREE_FOUR = Float64Array.of(3, 0, 0, 0, 0, 0, 4);

it('distance() and pathLength() are Euclidean, and interpolate() goes from one to the other', () => {
  expect(distance(ZERO, THREE_FOUR)).toBe(5);
  expect([pathLength([ZERO, THREE_FOUR, ZERO]), pathLength([ZERO])]).toEqual([10, 0]);
  const out = new Float64Array(7);
  interpolate(ZERO, THREE_FOUR, 0.25, out);
  expect(out).toEqual(Float64Array.of(0.75, 0, 0, 0, 0, 0, 1));
});

it('roundAngles() keeps four decimals, and stays within the limits', () => {
  const rounded = (angles: readonly number[]) => {
    const q = Float64Array.from(angles);
    roundAngles(q);
    return [...q];
  };
  expect(rounded([1.23456, -1.23456, 0, 0.00004, 0, 0, 0])).toEqual([1.2346, -1.2346, 0, 0, 0, 0, 0]);
  for (const limits of [LOWER_LIMITS, UPPER_LIMITS]) expect(rounded(limits)).toEqual(limits);
});
