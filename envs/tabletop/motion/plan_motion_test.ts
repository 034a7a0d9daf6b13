import { describe, expect, it } from 'vitest';
import { randomNumbers, seedOf } from '../../random_numbers.ts';
import { hasReference, readQueries } from './bench/motion_bench.ts';
import { CollisionChecker } from './collision_checker.ts';
import { pathLength } from './kinematics.ts';
import { certifyPath } from './line_is_free.ts';
import { type MotionQuery, planMotion, shortenPath } from './plan_motion.ts';
import { rrtConnect } from './rrt_connect.ts';
import {
  AT_HOME,
  alongPath,
  checkWorlds,
  EMPTY,
  LEFT,
  RIGHT,
  randomConfiguration,
  WALL,
} from './testing/random_world.ts';

function planned(fields: Partial<MotionQuery> = {}) {
  return planMotion(new CollisionChecker(WALL), { start: LEFT, goal: RIGHT, random: randomNumbers(1), ...fields });
}

function expectFree(checker: CollisionChecker, path: readonly Float64Array[]): void {
  expect(alongPath(path).some(({ q }) => checker.collides(q))).toBe(false);
}

const HASTY = { attemptsMax: 3, iterationsMax: 1 };

describe('planMotion()', () => {
  it('plans the same path as ever around a wall', () => {
    const result = planned();
    if (!result.ok) throw new Error(result.reason);
    const { path, rawLength, length, ...counts } = result;
    expect(counts).toEqual({ ok: true, checks: 577, iterations: 38 });
    expect([rawLength.toFixed(6), length.toFixed(6)]).toEqual(['12.906256', '6.159371']);
    expect(path.slice(1, -1).map((q) => q.join(' '))).toEqual([
      '-0.241 -0.8856 0.6997 -1.913 -0.3107 1.7938 -1.0346',
      '-1.087 -0.7016 0.5004 -1.4905 -0.327 1.9844 -1.5389',
      '-1.082 -0.7241 -0.0664 -2.2154 -0.0054 1.6343 0.6173',
    ]);
  });

  it.each([
    ['the goal collides', { goal: RIGHT.with(1, 1.7) }, { reason: 'goal', obstacle: { kind: 'table' } }],
    ['the start collides', { start: AT_HOME }, { reason: 'start', obstacle: { kind: 'block', index: 0 } }],
    // By what the straight line meets first.
    ['attempts run out', HASTY, { reason: 'iterations', obstacle: { kind: 'block', index: 0 }, iterations: 3 }],
    ['there is no attempt', { attemptsMax: 0 }, { reason: 'iterations', iterations: 0 }],
  ])('fails where %s', (_, fields, failure) => {
    expect(planned(fields)).toMatchObject({ ok: false, ...failure });
  });

  it('tries again', () => {
    const { ok, iterations } = planned({ attemptsMax: 100, iterationsMax: 12 });
    expect([ok, iterations > 12]).toEqual([true, true]);
  });

  it('refuses ends outside the limits by name', () => {
    const problem = 'Cannot plan a motion: joint 4 of the goal is 0.1, outside -3.0718 to -0.0698 rad';
    expect(() => planned({ goal: RIGHT.with(3, 0.1) })).toThrow(problem);
    expect(() => planned({ start: RIGHT.with(0, NaN) })).toThrow(RangeError);
  });

  it('gives paths without collisions at 2 mrad', () => {
    checkWorlds(100, ({ random, checker }) => {
      const [start, goal] = [randomConfiguration(random), randomConfiguration(random)];
      const result = planMotion(checker, { start, goal, random, iterationsMax: 100 });
      if (!result.ok) return;
      expect([result.path[0], result.path.at(-1)]).toEqual([start, goal]);
      expect(result.length).toBe(pathLength(result.path));
      expect(result.length).toBeLessThanOrEqual(result.rawLength + 1e-12);
      expectFree(checker, result.path);
    });
  });

  it.skipIf(!hasReference())('solves the reference’s queries on five seeds (skipped without ../shared)', () => {
    const lengths = readQueries().flatMap(({ id, start, goal, world }) => {
      const checker = new CollisionChecker(world);
      return [0, 1, 2, 3, 4].map((seed) => {
        const result = planMotion(checker, { start, goal, random: randomNumbers(seedOf(seed, id)) });
        if (!result.ok) throw new Error(`query ${id}, seed ${seed}: ${result.reason}`);
        expectFree(checker, result.path);
        return result.length;
      });
    });
    // OMPL's mean over its whole set is 2.40.
    expect(lengths.reduce((sum, length) => sum + length) / lengths.length).toBeLessThan(2.25);
  });
});

describe('shortenPath()', () => {
  it('leaves out vertices that nothing asks for, and a line or a configuration as it is', () => {
    const empty = new CollisionChecker(EMPTY);
    const path = [AT_HOME, AT_HOME.with(4, 1), AT_HOME.with(0, 0.5), LEFT];
    expect(shortenPath(path, empty)).toEqual([AT_HOME, LEFT]);
    for (const short of [[AT_HOME, LEFT], [AT_HOME]]) expect(shortenPath(short, empty)).toEqual(short);
  });

  it('cuts corners', () => {
    const low = { min: [0.25, -0.02, 0], max: [0.8, 0.02, 0.5] } as const;
    const checker = new CollisionChecker({ ...EMPTY, blocks: [low] });
    const upright = Float64Array.of(0, -1.2, 0, -1.6, 0, 1.57, 0.785);
    const path = [LEFT, upright.with(0, 1), upright.with(0, -1), RIGHT];
    expect(certifyPath(path, checker)).toBeNull();
    const shorter = shortenPath(path, checker);
    expect(certifyPath(shorter, checker)).toBeNull();
    expect(pathLength(shorter)).toBeLessThan(0.9 * pathLength(path));
  });

  it('gives certified paths between the same ends that are no longer, of four decimals', () => {
    checkWorlds(200, ({ random, checker }) => {
      const [start, goal] = [randomConfiguration(random), randomConfiguration(random)];
      const found = rrtConnect(checker, { start, goal, random, iterationsMax: 100 });
      if (!found.ok) return;
      const shorter = shortenPath(found.path, checker);
      expect([shorter[0], shorter.at(-1)]).toEqual([start, goal]);
      expect(pathLength(shorter)).toBeLessThanOrEqual(pathLength(found.path) + 1e-12);
      expect(certifyPath(shorter, checker)).toBeNull();
      for (const q of shorter.slice(1, -1)) expect([...q]).toEqual([...q].map((angle) => Number(angle.toFixed(4))));
    });
  });
});
