import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';
import { above, tcpOf, topGrasps } from './grasp.ts';
import { reachFrom, startOf, type ToolPose } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { HOME, jointOutsideLimits } from './panda.ts';
import { findConfiguration } from './testing/find_configurations.ts';
import { poseOf } from './testing/pose_of.ts';
import { configurations } from './testing/random_world.ts';

/** Within 1e-6 in every coordinate of the point and the axes, and within the limits. */
function expectReached(q: Configuration | null, pose: ToolPose): void {
  const found = poseOf(q!);
  for (const part of ['position', 'x', 'y', 'z'] as const) {
    for (const axis of [0, 1, 2]) expect(Math.abs(found[part][axis]! - pose[part][axis]!)).toBeLessThan(1e-6);
  }
  expect(jointOutsideLimits(q!)).toBeNull();
}

describe('reachFrom()', () => {
  it('stays where it is when it is there', () => {
    expect(reachFrom(HOME, poseOf(HOME))).toEqual(HOME);
    fc.assert(
      fc.property(configurations, (q) => {
        expect(distance(reachFrom([...q], poseOf(q))!, q)).toBeLessThan(1e-9);
      }),
    );
  });

  it('finds a half turn of the hand, which has no direction of its own', () => {
    const home = poseOf(HOME);
    const back = ([x, y, z]: Vector): Vector => [-x, -y, -z];
    const pose = { ...home, x: back(home.x), y: back(home.y) };
    expectReached(reachFrom(HOME, pose), pose);
  });

  it.each([[[1.2, 0, 0.2]], [[0, 0, 0.1]], [[1e300, 0, 0]]] as const)('gives up out of reach at %o', (position) => {
    expect(reachFrom(HOME, { ...poseOf(HOME), position })).toBeNull();
  });

  it('gives up at its bound', () => {
    const pose = poseOf([0.5, 0.1, 0.2, -1.5, 0.3, 2, 1]);
    expect(reachFrom(HOME, pose, { iterationsMax: 1 })).toBeNull();
    expect(reachFrom(HOME, pose, { iterationsMax: 40 })).not.toBeNull();
  });

  it('reaches exactly and within the limits, or not at all', () => {
    fc.assert(
      fc.property(configurations, configurations, (from, to) => {
        const q = reachFrom([...from], poseOf(to));
        if (q !== null) expectReached(q, poseOf(to));
      }),
      { numRuns: 500 },
    );
  });

  it('reaches every spot at four yaws, from the table to eight blocks high and above', () => {
    for (const [x, y] of SPOTS) {
      for (let level = 0; level < 8; level++) {
        for (const { pose } of topGrasps(tcpOf([x, y, (level + 0.5) * BLOCK_SIZE]))) {
          for (const each of [pose, above(pose, 0.03)]) expectReached(findConfiguration(each, 4), each);
        }
      }
    }
  });
});

describe('startOf()', () => {
  it('begins where the arm is, then at home, then anywhere within the limits', () => {
    const random = randomNumbers(4);
    const near = HOME.map((angle) => angle + 0.01);
    const [here, home, first, second] = [0, 1, 2, 3].map((start) => startOf(start, { near, random }));
    expect([here, home]).toEqual([near, HOME]);
    expect(first).not.toEqual(second);
    expect([jointOutsideLimits(first!), jointOutsideLimits(second!)]).toEqual([null, null]);
  });
});
