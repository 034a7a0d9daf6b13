import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../table/arm.ts';
import { configurationsAt } from './analytic_ik.ts';
import type { ToolPose } from './inverse_kinematics.ts';
import { HOME, jointOutsideLimits } from './panda.ts';
import { poseOf } from './testing/pose_of.ts';
import { configurations } from './testing/random_world.ts';

const REFERENCE = new URL('../../../../shared/motion/panda_ik.json', import.meta.url);

type Solution = [branch: string, ...q: number[]];
type Reference = Readonly<{
  targets: readonly Readonly<{ from: number; solutions: readonly Solution[] }>[];
  unreachable: readonly Readonly<{ q7: number; p: [number, number, number]; R: number[] }>[];
  edge: readonly Readonly<{ kind: string; q: number[]; solutions: readonly Solution[] }>[];
}>;

const far = (a: Configuration, b: Configuration) => Math.max(...a.map((angle, joint) => Math.abs(angle - b[joint]!)));

/** Solutions that are nearly the same count once. */
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
          for (const part of ['position', 'x', 'y', 'z'] as const) {
            expect(far(reached[part], pose[part])).toBeLessThan(1e-9);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the first joint where only its sum with the third counts', () => {
    const q = [0.5, 0, 0.4, -1.7, 0.3, 1.9, 0.2];
    expect(far(solutionsOf(q)[0]!, q)).toBeLessThan(1e-6);
  });

  it.each([[[1.2, 0, 0.2]], [[0, 0, 0.33]], [[1e300, 0, 0]], [[Number.NaN, 0, 0]]] as const)(
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
