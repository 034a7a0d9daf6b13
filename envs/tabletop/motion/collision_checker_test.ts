import { describe, expect, it } from 'vitest';
import { blockBox } from '../table/table.ts';
import { clearance } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { interpolate } from './kinematics.ts';
import { lineIsFree } from './line_is_free.ts';
import { JOINTS } from './panda.ts';
import {
  AT_HOME,
  checkWorlds,
  EMPTY,
  INTO_ITSELF,
  randomConfiguration,
  THROUGH_TABLE,
  TOOL_X,
  TOOL_Z,
} from './testing/random_world.ts';

const BLOCK_AT_TOOL = blockBox([TOOL_X, 0, TOOL_Z]);
const q = new Float64Array(JOINTS);

describe('CollisionChecker.collides()', () => {
  it('finds the arm at home free, but not with a block in its place, and counts', () => {
    const checker = new CollisionChecker(EMPTY);
    expect([checker.collides(THROUGH_TABLE), checker.collides(AT_HOME), checker.checks]).toEqual([true, false, 2]);
    expect(new CollisionChecker({ ...EMPTY, blocks: [BLOCK_AT_TOOL] }).collides(AT_HOME)).toBe(true);
  });

  it('finds a collision everywhere if a block stands in the base', () => {
    const checker = new CollisionChecker({ ...EMPTY, blocks: [blockBox([0, 0, 0.1])] });
    expect(checker.collides(AT_HOME)).toBe(true);
    expect(checker.nearestObstacle(AT_HOME)).toEqual({ kind: 'block', index: 0 });
  });

  it.each([...AT_HOME.keys()])('counts NaN as angle %i as a collision', (joint) => {
    expect(new CollisionChecker(EMPTY).collides(AT_HOME.with(joint, NaN))).toBe(true);
  });

  it('agrees with clearance(), at random and at the surface of obstacles', () => {
    checkWorlds(300, ({ random, world, checker }) => {
      const isFree = (at: Float64Array) => {
        const { distance } = clearance(world, at);
        if (Math.abs(distance) > 1e-9) expect(checker.collides(at)).toBe(distance < 0);
        return distance > 0;
      };
      const drawn = Array.from({ length: 30 }, () => randomConfiguration(random));
      const { true: [free] = [], false: [colliding] = [] } = Object.groupBy(drawn, (at) => String(isFree(at)));
      if (free === undefined || colliding === undefined) return;
      // Halving keeps the surface between the two.
      for (let round = 0; round < 20; round++) {
        interpolate(free, colliding, 0.5, q);
        (isFree(q) ? free : colliding).set(q);
      }
    });
  });
});

it('CollisionChecker.nearestObstacle() names block, table and the arm itself, and counts no check', () => {
  const checker = new CollisionChecker({ ...EMPTY, blocks: [blockBox([0.6, 0, 0.03]), BLOCK_AT_TOOL] });
  const obstacles = [AT_HOME, THROUGH_TABLE, INTO_ITSELF].map((at) => checker.nearestObstacle(at));
  expect(obstacles).toEqual([{ kind: 'block', index: 1 }, { kind: 'table' }, { kind: 'robot' }]);
  expect(checker.checks).toBe(0);
});

describe('CollisionChecker.freeShare()', () => {
  it('is the maximum far from everything, and 0 in a collision', () => {
    const checker = new CollisionChecker(EMPTY);
    checker.alongLine(AT_HOME, AT_HOME.with(6, 0.8));
    expect(checker.freeShare(AT_HOME, 0.7)).toBe(0.7);
    expect(checker.freeShare(THROUGH_TABLE, 0.7)).toBe(0);
    expect(checker.freeShare(AT_HOME.with(2, NaN), 0.7)).toBe(0);
  });

  it('is above 0 exactly without a collision, and covers only free configurations', () => {
    checkWorlds(500, ({ random, world, checker }) => {
      const [from, to] = [randomConfiguration(random), randomConfiguration(random)];
      const middle = random.uniform();
      interpolate(from, to, middle, q);
      checker.alongLine(from, to);
      const share = checker.freeShare(q, 1);
      const { distance } = clearance(world, q);
      if (Math.abs(distance) > 1e-9) expect(share > 0).toBe(distance > 0);
      for (let round = 0; round < 20 && share > 0; round++) {
        interpolate(from, to, middle + (2 * random.uniform() - 1) * share, q);
        expect(clearance(world, q).distance).toBeGreaterThan(-1e-12);
      }
    });
  });

  it('equals, for each part of a stretch, the share by a checker that looks at every pair again', () => {
    const levels: number[] = [];
    class Twice extends CollisionChecker {
      readonly #slow = new CollisionChecker(this.world);
      override alongLine(from: Float64Array, to: Float64Array) {
        super.alongLine(from, to);
        this.#slow.alongLine(from, to);
      }
      override freeShare(at: Float64Array, most: number, level = 0) {
        const slow = this.#slow.freeShare(at, most);
        expect(super.freeShare(at, most, level)).toBe(slow);
        levels.push(level);
        return slow;
      }
    }
    let worlds = 0;
    checkWorlds(200, ({ random, world }) => {
      worlds++;
      const checker = new Twice(world);
      for (const extent of [0.1, 1, 1, 1, 4, 4, 4, 4]) {
        const from = randomConfiguration(random);
        lineIsFree(checker, { from, to: from.map((angle) => angle + extent * (random.uniform() - 0.5)) });
      }
    });
    expect(Math.max(...levels)).toBeGreaterThan(6);
    expect(levels.length / worlds).toBeGreaterThan(25);
  });
});
