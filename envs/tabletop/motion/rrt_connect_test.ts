import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { TABLE } from '../table/table.ts';
import type { MotionWorld } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { distance } from './kinematics.ts';
import { lineIsFree } from './line_is_free.ts';
import { EXTENT, HOME, jointOutsideLimits } from './panda.ts';
import { type RrtConnectQuery, rrtConnect } from './rrt_connect.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

/** A wall on the table before the robot, higher than the arm at home. */
const WALL: MotionWorld = {
  table: TABLE,
  blocks: [{ min: [0.25, -0.02, 0], max: [0.8, 0.02, 0.8] }],
  hand: 'closed',
  carried: null,
};
const LEFT = Float64Array.from(HOME).with(0, 1);
const RIGHT = Float64Array.from(HOME).with(0, -1);
const THROUGH_TABLE = LEFT.with(1, 1.7);

function query(fields: Partial<RrtConnectQuery> = {}): RrtConnectQuery {
  return { start: LEFT, goal: RIGHT, random: randomNumbers(1), ...fields };
}

describe('rrtConnect()', () => {
  it('takes the straight line where it is free', () => {
    const result = rrtConnect(new CollisionChecker({ ...WALL, blocks: [] }), query());
    expect(result).toMatchObject({ ok: true, path: [LEFT, RIGHT], iterations: 0 });
  });

  it('finds a way around a wall', () => {
    const checker = new CollisionChecker(WALL);
    const result = rrtConnect(checker, query());
    if (!result.ok) throw new Error(result.reason);
    expect(result.path.length).toBeGreaterThan(2);
    expect(result.iterations).toBeGreaterThan(0);
  });

  it('says which end collides', () => {
    const checker = new CollisionChecker(WALL);
    expect(rrtConnect(checker, query({ start: THROUGH_TABLE }))).toMatchObject({ ok: false, reason: 'start' });
    expect(rrtConnect(checker, query({ goal: THROUGH_TABLE }))).toMatchObject({ ok: false, reason: 'goal' });
  });

  it('gives up after as many iterations as allowed', () => {
    const checker = new CollisionChecker(WALL);
    expect(rrtConnect(checker, query({ iterationsMax: 0 }))).toMatchObject({
      ok: false,
      reason: 'iterations',
      iterations: 0,
    });
    // Always the same sample leads nowhere new.
    const random = { uniform: () => 0.5, below: () => 0 };
    const result = rrtConnect(checker, query({ random, iterationsMax: 300 }));
    expect(result).toMatchObject({ ok: false, reason: 'iterations', iterations: 300 });
  });

  it('finds the same with the same numbers of chance', () => {
    const [one, other] = [
      rrtConnect(new CollisionChecker(WALL), query()),
      rrtConnect(new CollisionChecker(WALL), query()),
    ];
    expect(one).toEqual(other);
    expect(rrtConnect(new CollisionChecker(WALL), query({ random: randomNumbers(2) }))).not.toEqual(one);
  });

  it('finds paths from start to goal, within limits, by free lines no longer than its range, of four decimals', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(0.3, 1, 3), (seed, range) => {
        const random = randomNumbers(seed);
        const checker = new CollisionChecker(randomWorld(random));
        const [start, goal] = [randomConfiguration(random), randomConfiguration(random)];
        const result = rrtConnect(checker, { start, goal, random, range, iterationsMax: 100 });
        if (!result.ok) {
          if (result.reason !== 'iterations') expect(checker.collides({ start, goal }[result.reason])).toBe(true);
          return;
        }
        expect([result.path[0], result.path.at(-1)]).toEqual([start, goal]);
        for (const [index, to] of result.path.entries()) {
          expect(jointOutsideLimits(to)).toBeNull();
          if (index === 0) continue;
          const from = result.path[index - 1]!;
          expect(lineIsFree(checker, { from, to })).toBe(true);
          const longest = result.iterations === 0 ? EXTENT : range + 1e-3;
          expect(distance(from, to)).toBeLessThanOrEqual(longest);
          if (index === result.path.length - 1) continue;
          expect([...to]).toEqual([...to].map((angle) => Number(angle.toFixed(4))));
        }
      }),
      { numRuns: 200 },
    );
  });
});
