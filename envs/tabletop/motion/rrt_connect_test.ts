import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { CollisionChecker } from './collision_checker.ts';
import { distance } from './kinematics.ts';
import { lineIsFree } from './line_is_free.ts';
import { EXTENT, jointOutsideLimits } from './panda.ts';
import { type RrtConnectQuery, rrtConnect } from './rrt_connect.ts';
import { checkWorlds, EMPTY, LEFT, RIGHT, randomConfiguration, WALL } from './testing/random_world.ts';

function searched(fields: Partial<RrtConnectQuery> = {}, world = WALL) {
  return rrtConnect(new CollisionChecker(world), { start: LEFT, goal: RIGHT, random: randomNumbers(1), ...fields });
}

describe('rrtConnect()', () => {
  it('takes the straight line where it is free, or a way around a wall, the same with the same numbers of chance', () => {
    expect(searched({}, EMPTY)).toMatchObject({ ok: true, path: [LEFT, RIGHT], iterations: 0 });
    const result = searched();
    if (!result.ok) throw new Error(result.reason);
    expect(result.path.length).toBeGreaterThan(2);
    expect(result.iterations).toBeGreaterThan(0);
    expect(searched()).toEqual(result);
    expect(searched({ random: randomNumbers(2) })).not.toEqual(result);
  });

  it.each(['start', 'goal'] as const)('says that the %s collides', (reason) => {
    expect(searched({ [reason]: LEFT.with(1, 1.7) })).toEqual({ ok: false, reason, iterations: 0 });
  });

  it.each([0, 300])('gives up after %i iterations, where always the same sample leads nowhere new', (iterationsMax) => {
    const random = { uniform: () => 0.5, below: () => 0 };
    const failure = { ok: false, reason: 'iterations', iterations: iterationsMax };
    expect(searched({ random, iterationsMax })).toEqual(failure);
  });

  it('finds paths from start to goal, within limits, by free lines no longer than its range, of four decimals', () => {
    checkWorlds(200, ({ random, checker }) => {
      const range = [0.3, 1, 3][random.below(3)]!;
      const [start, goal] = [randomConfiguration(random), randomConfiguration(random)];
      const result = rrtConnect(checker, { start, goal, random, range, iterationsMax: 100 });
      if (!result.ok) {
        if (result.reason !== 'iterations') expect(checker.collides({ start, goal }[result.reason])).toBe(true);
        return;
      }
      const { path, iterations } = result;
      expect([path[0], path.at(-1)]).toEqual([start, goal]);
      for (const q of path) expect(jointOutsideLimits(q)).toBeNull();
      for (const q of path.slice(1, -1)) expect([...q]).toEqual([...q].map((angle) => Number(angle.toFixed(4))));
      for (const [index, to] of path.slice(1).entries()) {
        expect(lineIsFree(checker, { from: path[index]!, to })).toBe(true);
        expect(distance(path[index]!, to)).toBeLessThanOrEqual(iterations === 0 ? EXTENT : range + 1e-3);
      }
    });
  });
});
