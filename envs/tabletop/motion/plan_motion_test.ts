import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers, seedOf } from '../../random_numbers.ts';
import { type Box, TABLE } from '../table/table.ts';
import type { MotionWorld } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate, pathLength } from './kinematics.ts';
import { certifyPath } from './line_is_free.ts';
import { HOME, JOINTS } from './panda.ts';
import { type MotionQuery, planMotion, shortenPath } from './plan_motion.ts';
import { rrtConnect } from './rrt_connect.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

const PROBLEMS = new URL('../../../../shared/motion/problems.json', import.meta.url);

const WALL: MotionWorld = {
  table: TABLE,
  blocks: [{ min: [0.25, -0.02, 0], max: [0.8, 0.02, 0.8] }],
  hand: 'closed',
  carried: null,
};
const LEFT = Float64Array.from(HOME).with(0, 1);
const RIGHT = Float64Array.from(HOME).with(0, -1);

function query(fields: Partial<MotionQuery> = {}): MotionQuery {
  return { start: LEFT, goal: RIGHT, random: randomNumbers(1), ...fields };
}

describe('planMotion()', () => {
  it('plans the same path as ever around a wall', () => {
    const result = planMotion(new CollisionChecker(WALL), query());
    if (!result.ok) throw new Error(result.reason);
    const { path, rawLength, length, ...counts } = result;
    expect({ ...counts, rawLength: rawLength.toFixed(6), length: length.toFixed(6) }).toMatchInlineSnapshot(`
      {
        "checks": 683,
        "iterations": 38,
        "length": "6.230217",
        "ok": true,
        "rawLength": "12.906256",
      }
    `);
    expect(path.map((q) => q.join(' '))).toMatchInlineSnapshot(`
      [
        "1 -0.7853981633974483 0 -2.356194490192345 0 1.5707963267948966 0.7853981633974483",
        "-0.8233 -0.8134 0.7083 -1.6482 -0.364 1.9167 -1.5405",
        "-1.3253 -0.5422 -0.2635 -1.7974 -0.0216 1.8228 0.1185",
        "-1 -0.7853981633974483 0 -2.356194490192345 0 1.5707963267948966 0.7853981633974483",
      ]
    `);
  });

  it('says with what start or goal collides', () => {
    const checker = new CollisionChecker(WALL);
    expect(planMotion(checker, query({ goal: RIGHT.with(1, 1.7) }))).toMatchObject({
      ok: false,
      reason: 'goal',
      obstacle: { kind: 'table' },
    });
    expect(planMotion(checker, query({ start: RIGHT.with(0, 0) }))).toMatchObject({
      ok: false,
      reason: 'start',
      obstacle: { kind: 'block', index: 0 },
    });
  });

  it('names what the straight line meets first, where attempts run out', () => {
    const checker = new CollisionChecker(WALL);
    const result = planMotion(checker, query({ attemptsMax: 3, iterationsMax: 1 }));
    expect(result).toMatchObject({
      ok: false,
      reason: 'iterations',
      obstacle: { kind: 'block', index: 0 },
      iterations: 3,
    });
    expect(planMotion(checker, query({ attemptsMax: 0 }))).toMatchObject({
      ok: false,
      reason: 'iterations',
      iterations: 0,
    });
  });

  it('tries again', () => {
    const checker = new CollisionChecker(WALL);
    const result = planMotion(checker, query({ attemptsMax: 100, iterationsMax: 12 }));
    expect(result.ok).toBe(true);
    expect(result.iterations).toBeGreaterThan(12);
  });

  it('refuses ends outside the limits by name', () => {
    const checker = new CollisionChecker(WALL);
    expect(() => planMotion(checker, query({ goal: RIGHT.with(3, 0.1) }))).toThrow(
      'Cannot plan a motion: joint 4 of its goal is 0.1, but must be from -3.0718 to -0.0698 rad',
    );
    expect(() => planMotion(checker, query({ start: RIGHT.with(0, Number.NaN) }))).toThrow(RangeError);
  });

  it('gives paths of which no configuration collides at 2 mrad', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomNumbers(seed);
        const checker = new CollisionChecker(randomWorld(random));
        const [start, goal] = [randomConfiguration(random), randomConfiguration(random)];
        const result = planMotion(checker, { start, goal, random, iterationsMax: 100 });
        if (!result.ok) return;
        expect([result.path[0], result.path.at(-1)]).toEqual([start, goal]);
        expect(result.length).toBe(pathLength(result.path));
        expect(result.length).toBeLessThanOrEqual(result.rawLength + 1e-12);
        expect(isFree(checker, result.path)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it.skipIf(!existsSync(PROBLEMS))(
    'solves the reference’s queries on five seeds (skipped where ../shared is absent)',
    () => {
      const { queries, table } = JSON.parse(readFileSync(PROBLEMS, 'utf8')) as {
        queries: { id: number; start: number[]; goal: number[]; blocks: Box[]; attached: boolean }[];
        table: Box;
      };
      let total = 0;
      for (const { id, start, goal, blocks, attached } of queries) {
        const world: MotionWorld = { table, blocks, hand: 'closed', carried: attached ? { offsetZ: 0 } : null };
        const checker = new CollisionChecker(world);
        for (let seed = 0; seed < 5; seed++) {
          const result = planMotion(checker, {
            start: Float64Array.from(start),
            goal: Float64Array.from(goal),
            random: randomNumbers(seedOf(seed, id)),
          });
          if (!result.ok) throw new Error(`query ${id}, seed ${seed}: ${result.reason}`);
          expect(isFree(checker, result.path)).toBe(true);
          total += result.length;
        }
      }
      // OMPL's mean over its whole set is 2.40.
      expect(total / (5 * queries.length)).toBeLessThan(2.25);
    },
  );
});

/** Every configuration at steps of 2 mrad tested, none left out. */
function isFree(checker: CollisionChecker, path: readonly Float64Array[]): boolean {
  const q = new Float64Array(JOINTS);
  for (const [segment, to] of path.slice(1).entries()) {
    const from = path[segment]!;
    const steps = Math.max(1, Math.ceil(distance(from, to) / 0.002));
    for (let step = 0; step <= steps; step++) {
      interpolate(from, to, step / steps, q);
      if (checker.collides(q)) return false;
    }
  }
  return true;
}

const AT_HOME = Float64Array.from(HOME);
const EMPTY = new CollisionChecker({ table: TABLE, blocks: [], hand: 'closed', carried: null });

describe('shortenPath()', () => {
  it('leaves out vertices that nothing asks for', () => {
    const goal = AT_HOME.with(0, 1);
    const path = [AT_HOME, AT_HOME.with(4, 1), AT_HOME.with(0, 0.5), goal];
    expect(shortenPath(path, EMPTY, { random: randomNumbers(1) })).toEqual([AT_HOME, goal]);
  });

  it('leaves a straight line and a single configuration as they are, without chance', () => {
    const random = { uniform: () => Number.NaN, below: () => Number.NaN };
    const line = [AT_HOME, AT_HOME.with(0, 1)];
    expect(shortenPath(line, EMPTY, { random })).toEqual(line);
    expect(shortenPath([AT_HOME], EMPTY, { random })).toEqual([AT_HOME]);
  });

  it('cuts corners', () => {
    // Over a wall between left and right.
    const wall = { min: [0.25, -0.02, 0], max: [0.8, 0.02, 0.5] } as const;
    const checker = new CollisionChecker({ table: TABLE, blocks: [wall], hand: 'closed', carried: null });
    const upright = Float64Array.of(0, -1.2, 0, -1.6, 0, 1.57, 0.785);
    const path = [AT_HOME.with(0, 1), upright.with(0, 1), upright.with(0, -1), AT_HOME.with(0, -1)];
    expect(certifyPath(path, checker)).toBeNull();
    const shorter = shortenPath(path, checker, { random: randomNumbers(1) });
    expect(certifyPath(shorter, checker)).toBeNull();
    expect(pathLength(shorter)).toBeLessThan(0.9 * pathLength(path));
    const fewer = shortenPath(path, checker, { random: randomNumbers(1), iterationsMax: 0 });
    expect(pathLength(fewer)).toBeGreaterThan(pathLength(shorter));
  });

  it('gives certified paths between the same ends that are no longer, of four decimals', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomNumbers(seed);
        const checker = new CollisionChecker(randomWorld(random));
        const [start, goal] = [randomConfiguration(random), randomConfiguration(random)];
        const found = rrtConnect(checker, { start, goal, random, iterationsMax: 100 });
        if (!found.ok) return;
        const shorter = shortenPath(found.path, checker, { random });
        expect([shorter[0], shorter.at(-1)]).toEqual([start, goal]);
        expect(pathLength(shorter)).toBeLessThanOrEqual(pathLength(found.path) + 1e-12);
        expect(certifyPath(shorter, checker)).toBeNull();
        for (const q of shorter.slice(1, -1)) {
          expect([...q]).toEqual([...q].map((angle) => Number(angle.toFixed(4))));
        }
      }),
      { numRuns: 200 },
    );
  });
});
