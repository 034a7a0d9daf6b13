import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import {
  distance,
  FRAME,
  HAND_AT,
  interpolate,
  linkFrames,
  newFrames,
  ORIGIN,
  pathLength,
  roundAngles,
  TCP_AT,
  tcpJacobian,
  Z_AXIS,
} from './kinematics.ts';
import { HOME, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { randomConfiguration } from './testing/random_world.ts';
import { slowLinkFrames } from './testing/reference_kinematics.ts';

const SAMPLES = new URL('../../../../shared/motion/clearance-samples.json', import.meta.url);

const configurations = fc.nat().map((seed) => randomConfiguration(randomNumbers(seed)));

function framesAt(q: Float64Array): Float64Array {
  const frames = newFrames();
  linkFrames(q, frames);
  return frames;
}

describe('linkFrames()', () => {
  it('puts the tool of an arm at home before its base, pointing down', () => {
    const frames = framesAt(Float64Array.from(HOME));
    const tool = [...frames.subarray(TCP_AT)].map((value) => Number(value.toFixed(4)) + 0);
    expect(tool).toEqual([1, 0, 0, 0, -1, 0, 0, 0, -1, 0.3069, 0, 0.4869]);
  });

  it('starts from the base', () => {
    const frames = framesAt(Float64Array.from(HOME));
    expect([...frames.subarray(0, FRAME)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('agrees with multiplied matrices', () => {
    fc.assert(
      fc.property(configurations, (q) => {
        const [fast, slow] = [framesAt(q), slowLinkFrames(q)];
        for (const [at, value] of slow.entries()) expect(fast[at]).toBeCloseTo(value, 13);
      }),
    );
  });

  it('gives the tool the hand’s axes', () => {
    fc.assert(
      fc.property(configurations, (q) => {
        const frames = framesAt(q);
        expect(frames.subarray(TCP_AT, TCP_AT + ORIGIN)).toEqual(frames.subarray(HAND_AT, HAND_AT + ORIGIN));
      }),
    );
  });

  it.skipIf(!existsSync(SAMPLES))('agrees with the motion reference (skipped where ../shared is absent)', () => {
    const { samples } = JSON.parse(readFileSync(SAMPLES, 'utf8')) as {
      samples: { q: number[]; tcp: number[]; R: number[] }[];
    };
    for (const { q, tcp, R } of samples) {
      const frames = framesAt(Float64Array.from(q));
      for (const axis of [0, 1, 2]) {
        expect(frames[TCP_AT + ORIGIN + axis]).toBeCloseTo(tcp[axis]!, 7);
        for (const column of [0, 1, 2]) {
          expect(frames[TCP_AT + 3 * column + axis]).toBeCloseTo(R[3 * axis + column]!, 8);
        }
      }
    }
  });
});

describe('tcpJacobian()', () => {
  it('tells how the tool moves when a joint turns a little', () => {
    fc.assert(
      fc.property(configurations, fc.nat({ max: JOINTS - 1 }), (q, joint) => {
        const jacobian = new Float64Array(6 * JOINTS);
        const frames = framesAt(q);
        tcpJacobian(frames, jacobian);
        const turn = 1e-6;
        const [before, after] = [-turn, turn].map((change) => framesAt(q.with(joint, q[joint]! + change)));
        const rate = (at: number) => ((after?.[at] ?? 0) - (before?.[at] ?? 0)) / (2 * turn);
        const column = Array.from({ length: 6 }, (_, row) => jacobian[row * JOINTS + joint]!);
        const [wx, wy, wz] = column.slice(3) as [number, number, number];
        const [x, y, z] = [0, 1, 2].map((axis) => frames[TCP_AT + Z_AXIS + axis]) as [number, number, number];
        const turned = [wy * z - wz * y, wz * x - wx * z, wx * y - wy * x];
        for (const axis of [0, 1, 2]) {
          expect(rate(TCP_AT + ORIGIN + axis)).toBeCloseTo(column[axis]!, 7);
          expect(rate(TCP_AT + Z_AXIS + axis)).toBeCloseTo(turned[axis]!, 7);
        }
      }),
    );
  });
});

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
