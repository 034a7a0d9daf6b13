import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { BALLS, Bodies, leversOf } from './checked_world.ts';
import { linkFrames } from './kinematics.ts';
import { CAPSULES, HOME, JOINTS } from './panda.ts';
import { randomConfiguration } from './testing/random_world.ts';

describe('leversOf()', () => {
  it('is 0 for joints behind the body, and its own distance from the axis for the last one', () => {
    const [base, , , upperArm, , , , , , flange] = CAPSULES.closed.map(leversOf);
    expect(base).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(upperArm?.map((lever) => Number(lever.toFixed(3)))).toEqual([0.246, 0.246, 0, 0, 0, 0, 0]);
    expect(flange?.[6]).toBeCloseTo(0.065, 6);
  });

  it('bounds how far a body moves, however its joints turn', () => {
    const worlds = [
      { hand: 'closed', carried: { offsetZ: 0.0125 } },
      { hand: 'open', carried: null },
    ] as const;
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(...worlds),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (seed, world, share) => {
          const random = randomNumbers(seed);
          const [one, other] = [randomConfiguration(random), randomConfiguration(random)];
          const moved = one.map((angle, joint) => angle + share ** 3 * (other[joint]! - angle));
          const [before, after] = [one, moved].map((q) => placedEnds(world, q)) as [Float64Array, Float64Array];
          for (const [body, levers] of new Bodies(world).shapes.map(leversOf).entries()) {
            const bound = levers.reduce((sum, lever, joint) => sum + lever * Math.abs(moved[joint]! - one[joint]!), 0);
            for (const end of [body * 6, body * 6 + 3]) {
              const way = Math.hypot(...[0, 1, 2].map((axis) => (after[end + axis] ?? 0) - (before[end + axis] ?? 0)));
              expect(way).toBeLessThanOrEqual(bound + 1e-12);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('bounds the way of a body for each joint alone, and not loosely', () => {
    // Where the bound is reached within a third, it is no mere guess: tried over many configurations.
    const random = randomNumbers(5);
    const closest = new Float64Array(JOINTS);
    const hand = CAPSULES.closed.length - 1;
    const levers = leversOf(CAPSULES.closed[hand]!);
    for (let round = 0; round < 3000; round++) {
      const q = randomConfiguration(random);
      const before = placedEnds({ hand: 'closed', carried: null }, q);
      for (let joint = 0; joint < JOINTS; joint++) {
        const after = placedEnds({ hand: 'closed', carried: null }, q.with(joint, q[joint]! + 1e-4));
        const way = Math.hypot(
          ...[0, 1, 2].map((axis) => (after[hand * 6 + axis] ?? 0) - (before[hand * 6 + axis] ?? 0)),
        );
        closest[joint] = Math.max(closest[joint]!, way / 1e-4 / levers[joint]!);
      }
    }
    for (const share of closest) {
      expect(share).toBeGreaterThan(0.66);
      expect(share).toBeLessThanOrEqual(1);
    }
  });
});

function placedEnds(world: ConstructorParameters<typeof Bodies>[0], q: Float64Array): Float64Array {
  const bodies = new Bodies(world);
  linkFrames(q, bodies.frames);
  for (let body = 0; body < bodies.shapes.length; body++) bodies.place(body);
  return bodies.ends;
}

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
