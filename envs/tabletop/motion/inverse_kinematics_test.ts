import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';
import { above, tcpOf, topGrasps } from './grasp.ts';
import { reachFrom, startOf, type ToolPose } from './inverse_kinematics.ts';
import { distance, ORIGIN, TCP_AT } from './kinematics.ts';
import { HOME, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { findConfigurations } from './testing/find_configurations.ts';
import { slowLinkFrames } from './testing/reference_kinematics.ts';

const vectorAt = (frames: Float64Array, at: number) => [...frames.subarray(at, at + 3)] as unknown as Vector;

function poseOf(q: Configuration): ToolPose {
  const frames = slowLinkFrames(q);
  return {
    position: vectorAt(frames, TCP_AT + ORIGIN),
    x: vectorAt(frames, TCP_AT),
    y: vectorAt(frames, TCP_AT + 3),
    z: vectorAt(frames, TCP_AT + 6),
  };
}

/** The greatest difference in any coordinate of the point and the axes. */
function poseError(q: Configuration, pose: ToolPose): number {
  const found = poseOf(q);
  const pairs = (['position', 'x', 'y', 'z'] as const).flatMap((part) =>
    found[part].map((value, axis) => Math.abs(value - pose[part][axis]!)),
  );
  return Math.max(...pairs);
}

const configurations: fc.Arbitrary<number[]> = fc.tuple(
  ...LOWER_LIMITS.map((min, joint) => fc.double({ min, max: UPPER_LIMITS[joint]!, noNaN: true })),
);

describe('reachFrom()', () => {
  it('stays where it is when it is there', () => {
    expect(reachFrom(HOME, poseOf(HOME))).toEqual(HOME);
  });

  it('finds a half turn of the hand, which has no direction of its own', () => {
    const home = poseOf(HOME);
    const [x, y] = [home.x, home.y].map((axis) => axis.map((value) => -value) as unknown as Vector) as [Vector, Vector];
    const pose = { ...home, x, y };
    const q = reachFrom(HOME, pose);
    expect(q).not.toBeNull();
    expect(poseError(q as Configuration, pose)).toBeLessThan(1e-6);
  });

  it('gives up on poses that are out of reach', () => {
    expect(reachFrom(HOME, { ...poseOf(HOME), position: [1.2, 0, 0.2] })).toBeNull();
    expect(reachFrom(HOME, { ...poseOf(HOME), position: [0, 0, 0.1] })).toBeNull();
    expect(reachFrom(HOME, { ...poseOf(HOME), position: [1e300, 0, 0] })).toBeNull();
  });

  it('gives up at its bound', () => {
    const pose = poseOf([0.5, 0.1, 0.2, -1.5, 0.3, 2, 1]);
    expect(reachFrom(HOME, pose, { iterationsMax: 1 })).toBeNull();
    expect(reachFrom(HOME, pose, { iterationsMax: 40 })).not.toBeNull();
  });

  it('reaches exactly and within the limits, or not at all', () => {
    fc.assert(
      fc.property(configurations, configurations, (from, to) => {
        const pose = poseOf(to);
        const q = reachFrom(from, pose);
        if (q === null) return;
        expect(poseError(q, pose)).toBeLessThan(1e-6);
        expect(jointOutsideLimits(q)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

describe('reachFrom(), from several starts,', () => {
  it('reaches every spot, pointing down, at four yaws, from the table to eight blocks high and above', () => {
    const poses = SPOTS.flatMap(([x, y]) =>
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((level) =>
        topGrasps(tcpOf([x, y, (level + 0.5) * BLOCK_SIZE])).flatMap(({ pose }) => [pose, above(pose, 0.03)]),
      ),
    );
    for (const pose of poses) {
      const [q] = findConfigurations(pose, HOME, { random: randomNumbers(1), startsMax: 4 });
      expect(q, JSON.stringify(pose)).toBeDefined();
      expect(poseError(q as Configuration, pose)).toBeLessThan(1e-6);
      expect(jointOutsideLimits(q as Configuration)).toBeNull();
    }
  });

  it('finds several solutions, the nearest first', () => {
    const { pose } = topGrasps([0.5, 0.1, 0.04])[0] as { pose: ToolPose };
    const found = findConfigurations(pose, HOME, { random: randomNumbers(1) });
    expect(found.length).toBeGreaterThan(2);
    const distances = found.map((q) => distance(q, HOME));
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    for (const q of found) expect(poseError(q, pose)).toBeLessThan(1e-6);
  });

  it('finds the same with the same numbers of chance', () => {
    const { pose } = topGrasps([0.4, -0.2, 0.2])[1] as { pose: ToolPose };
    const once = () => findConfigurations(pose, HOME, { random: randomNumbers(9) });
    expect(once()).toEqual(once());
  });

  it('finds nothing out of reach', () => {
    const { pose } = topGrasps([0.9, 0.6, 0.04])[0] as { pose: ToolPose };
    expect(findConfigurations(pose, HOME, { random: randomNumbers(1) })).toEqual([]);
  });

  it('finds a way back to whatever configuration there is', () => {
    fc.assert(
      fc.property(configurations, (q) => {
        const pose = poseOf(q);
        const found = findConfigurations(pose, q, { random: randomNumbers(2), startsMax: 3 });
        expect(distance(found[0]!, q)).toBeLessThan(1e-9);
      }),
    );
  });
});

describe('startOf()', () => {
  it('begins where the arm is, then at home, then anywhere within the limits', () => {
    const random = randomNumbers(4);
    const near = HOME.map((angle) => angle + 0.01);
    expect(startOf(0, { near, random })).toBe(near);
    expect(startOf(1, { near, random })).toBe(HOME);
    const [first, second] = [startOf(2, { near, random }), startOf(3, { near, random })];
    expect(first).not.toEqual(second);
    expect([jointOutsideLimits(first), jointOutsideLimits(second)]).toEqual([null, null]);
  });
});
