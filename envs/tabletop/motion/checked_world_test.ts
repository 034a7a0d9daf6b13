import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { BALLS, Bodies, leversOf } from './checked_world.ts';
import { linkFrames } from './kinematics.ts';
import { CAPSULES, JOINTS } from './panda.ts';
import { AT_HOME, configurations, randomConfiguration } from './testing/random_world.ts';

describe('leversOf()', () => {
  it('is 0 for joints after the body, and its distance from the axis for the last', () => {
    const [base, , , upperArm, , , , , , flange] = CAPSULES.closed.map(leversOf);
    expect(base).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(upperArm?.map((lever) => Number(lever.toFixed(3)))).toEqual([0.246, 0.246, 0, 0, 0, 0, 0]);
    expect(flange?.[6]).toBeCloseTo(0.065, 6);
  });

  it.each([
    { hand: 'closed', carried: { offsetZ: 0.0125 } },
    { hand: 'open', carried: null },
  ] as const)('bounds how far a body of %o moves, however its joints turn', (world) => {
    const bodies = new Bodies(world);
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(configurations, configurations, unit, (one, other, share) => {
        const moved = one.map((angle, joint) => angle + share ** 3 * (other[joint]! - angle));
        const [before, after] = [placedEnds(bodies, one), placedEnds(bodies, moved)];
        for (const [body, levers] of bodies.shapes.map(leversOf).entries()) {
          const bound = levers.reduce((sum, lever, joint) => sum + lever * Math.abs(moved[joint]! - one[joint]!), 0);
          for (const end of [body * 6, body * 6 + 3]) {
            expect(wayOf(end, before, after)).toBeLessThanOrEqual(bound + 1e-12);
          }
        }
      }),
      { numRuns: 250 },
    );
  });

  it('bounds the way of the hand for each joint alone, and not loosely', () => {
    const random = randomNumbers(5);
    const closest = new Float64Array(JOINTS);
    const hand = CAPSULES.closed.length - 1;
    const levers = leversOf(CAPSULES.closed[hand]!);
    const bodies = new Bodies({ hand: 'closed', carried: null });
    for (let round = 0; round < 3000; round++) {
      const q = randomConfiguration(random);
      const before = placedEnds(bodies, q);
      for (const [joint, lever] of levers.entries()) {
        const way = wayOf(hand * 6, before, placedEnds(bodies, q.with(joint, q[joint]! + 1e-4)));
        closest[joint] = Math.max(closest[joint]!, way / 1e-4 / lever);
      }
    }
    for (const share of closest) {
      expect(share).toBeGreaterThan(0.66);
      expect(share).toBeLessThanOrEqual(1);
    }
  });
});

function placedEnds(bodies: Bodies, q: Float64Array): Float64Array {
  linkFrames(q, bodies.frames);
  for (let body = 0; body < bodies.shapes.length; body++) bodies.place(body);
  return bodies.ends.slice();
}

function wayOf(end: number, before: Float64Array, after: Float64Array): number {
  return Math.hypot(...[0, 1, 2].map((axis) => after[end + axis]! - before[end + axis]!));
}

it('Bodies are the capsules, balls and a ball around them, placed one by one', () => {
  const bodies = new Bodies({ hand: 'closed', carried: { offsetZ: 0.0125 } });
  expect(bodies.shapes).toHaveLength(12 + BALLS + 1);
  linkFrames(AT_HOME, bodies.frames);
  const [fingers, around] = [11, 12 + BALLS];
  for (const body of [fingers, around]) bodies.place(body);
  const placed = [...bodies.ends.subarray(fingers * 6, fingers * 6 + 6)].map((value) => Number(value.toFixed(4)) + 0);
  // The tool points down, so that the hand's y runs against the base's.
  expect(placed).toEqual([0.3069, 0.05, 0.4903, 0.3069, -0.05, 0.4903]);
  expect(bodies.ends[around * 6 + 2]).toBeCloseTo(0.4869 - 0.0125, 4);
  expect(bodies.radii[around]).toBeGreaterThan(Math.sqrt(3) * 0.01375 + 0.0239 - 1e-12);
});
