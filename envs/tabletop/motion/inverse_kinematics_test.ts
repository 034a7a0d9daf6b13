import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';
import { above, tcpOf, topGrasps } from './grasp.ts';
import { configurationsAt, reachFrom, startOf, type ToolPose } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { HOME, jointOutsideLimits } from './panda.ts';
import { findConfiguration } from './testing/find_configurations.ts';
import { poseOf } from './testing/pose_of.ts';
import { configurations } from './testing/random_world.ts';

const PARTS = ['position', 'x', 'y', 'z'] as const;

/** Within 1e-6 in every coordinate of the point and the axes, and within the limits. */
function expectReached(q: Configuration | null, pose: ToolPose): void {
  const found = poseOf(q!);
  for (const part of PARTS) {
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

it('startOf() begins where the arm is, then at home, then anywhere within the limits', () => {
  const random = randomNumbers(4);
  const near = HOME.map((angle) => angle + 0.01);
  const [here, home, first, second] = [0, 1, 2, 3].map((start) => startOf(start, { near, random }));
  expect([here, home]).toEqual([near, HOME]);
  expect(first).not.toEqual(second);
  expect([jointOutsideLimits(first!), jointOutsideLimits(second!)]).toEqual([null, null]);
});

const REFERENCE = new URL('../../../../shared/motion/panda_ik.json', import.meta.url);

type Solution = [branch: string, ...q: number[]];
type Reference = Readonly<{
  targets: readonly Readonly<{ from: number; solutions: readonly Solution[] }>[];
  unreachable: readonly Readonly<{ q7: number; p: [number, number, number]; R: number[] }>[];
  edge: readonly Readonly<{ kind: string; q: number[]; solutions: readonly Solution[] }>[];
}>;

const far = (a: Configuration, b: Configuration) => Math.max(...a.map((angle, joint) => Math.abs(angle - b[joint]!)));

function distinct(found: readonly Configuration[]): Configuration[] {
  return found.filter((q, at) => !found.slice(0, at).some((other) => far(q, other) < 1e-4));
}

function solutionsOf(q: Configuration): Configuration[] {
  return configurationsAt(poseOf(q), q[6]!, q);
}

describe('configurationsAt()', () => {
  it('finds a configuration again among its own solutions, all of which reach the pose within the limits', () => {
    fc.assert(
      fc.property(configurations, (drawn) => {
        const q = [...drawn];
        const pose = poseOf(q);
        const found = solutionsOf(q);
        expect(Math.min(...found.map((each) => far(each, q)))).toBeLessThan(1e-6);
        for (const each of found) {
          expect(jointOutsideLimits(each)).toBeNull();
          const reached = poseOf(each);
          for (const part of PARTS) expect(far(reached[part], pose[part])).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the first joint where only its sum with the third counts', () => {
    const q = [0.5, 0, 0.4, -1.7, 0.3, 1.9, 0.2];
    expect(far(solutionsOf(q)[0]!, q)).toBeLessThan(1e-6);
  });

  it.each([[[1.2, 0, 0.2]], [[0, 0, 0.33]], [[1e300, 0, 0]], [[NaN, 0, 0]]] as const)(
    'finds none at %o',
    (position) => {
      expect(configurationsAt({ ...poseOf(HOME), position }, 0, HOME)).toEqual([]);
    },
  );

  describe.skipIf(!existsSync(REFERENCE))('as the reference poses (skipped without ../shared)', () => {
    const { targets, unreachable, edge }: Reference = existsSync(REFERENCE)
      ? JSON.parse(readFileSync(REFERENCE, 'utf8'))
      : { targets: [], unreachable: [], edge: [] };
    const angles = ([, ...q]: Solution) => q;

    it('finds all solutions and no others', () => {
      for (const { from, solutions } of targets) {
        const found = solutionsOf(angles(solutions[from]!));
        expect(found).toHaveLength(solutions.length);
        for (const solution of solutions.map(angles))
          expect(Math.min(...found.map((q) => far(q, solution)))).toBeLessThan(1e-8);
      }
    });

    it('finds none where there is none', () => {
      for (const { q7, p: position, R } of unreachable) {
        const axis = (column: number) => [R[column]!, R[3 + column]!, R[6 + column]!] as const;
        const pose: ToolPose = { position, x: axis(0), y: axis(1), z: axis(2) };
        expect(configurationsAt(pose, q7, HOME)).toEqual([]);
      }
    });

    it.each(edge)('at the edge: $kind $q', ({ kind, q, solutions }) => {
      const found = distinct(solutionsOf(q));
      expect(found).toHaveLength(distinct(solutions.map(angles)).length);
      expect(Math.min(...found.map((each) => far(each, q)))).toBeLessThan(1e-4);
      for (const each of found) expect(far(poseOf(each).position, poseOf(q).position)).toBeLessThan(1e-9);
      if (kind === 'limit') expect(Math.min(...found.map((each) => far(each, q)))).toBeLessThan(1e-8);
    });
  });
});
