import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { blockBox, TABLE } from '../table/table.ts';
import { clearance, type MotionWorld } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { interpolate } from './kinematics.ts';
import { lineIsFree } from './line_is_free.ts';
import { HOME, JOINTS } from './panda.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

const EMPTY: MotionWorld = { table: TABLE, blocks: [], hand: 'closed', carried: null };
const AT_HOME = Float64Array.from(HOME);
const BLOCK_AT_TOOL = blockBox([0.3069, 0, 0.4869]);
const THROUGH_TABLE = AT_HOME.with(1, 1.7);
const INTO_ITSELF = Float64Array.of(0, -1.7, 0, -3.05, 0, 0.2, 0);

const seeds = fc.nat();

describe('CollisionChecker.collides()', () => {
  it('finds the arm at home free, and where a block is in its hand not', () => {
    expect(new CollisionChecker(EMPTY).collides(AT_HOME)).toBe(false);
    expect(new CollisionChecker({ ...EMPTY, blocks: [BLOCK_AT_TOOL] }).collides(AT_HOME)).toBe(true);
  });

  it('counts', () => {
    const checker = new CollisionChecker(EMPTY);
    expect([checker.collides(THROUGH_TABLE), checker.collides(AT_HOME), checker.checks]).toEqual([true, false, 2]);
  });

  it('holds everything for colliding where a block stands in the base', () => {
    const checker = new CollisionChecker({ ...EMPTY, blocks: [blockBox([0, 0, 0.1])] });
    expect(checker.collides(AT_HOME)).toBe(true);
    expect(checker.nearestObstacle(AT_HOME)).toEqual({ kind: 'block', index: 0 });
  });

  it('holds what is no number for colliding', () => {
    for (const joint of AT_HOME.keys()) {
      expect(new CollisionChecker(EMPTY).collides(AT_HOME.with(joint, Number.NaN))).toBe(true);
    }
  });

  it('says what clearance() says', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomNumbers(seed);
        const world = randomWorld(random);
        const checker = new CollisionChecker(world);
        for (let round = 0; round < 30; round++) {
          const q = randomConfiguration(random);
          const { distance } = clearance(world, q);
          if (Math.abs(distance) > 1e-9) expect(checker.collides(q)).toBe(distance < 0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says what clearance() says within a block’s size of a collision', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomNumbers(seed);
        const world = randomWorld(random);
        const checker = new CollisionChecker(world);
        const [free, colliding] = freeAndColliding(checker, random);
        if (free === null || colliding === null) return;
        const q = new Float64Array(JOINTS);
        // Halving keeps the surface of what collides between the two.
        for (let round = 0; round < 20; round++) {
          interpolate(free, colliding, 0.5, q);
          const { distance } = clearance(world, q);
          if (Math.abs(distance) > 1e-9) expect(checker.collides(q)).toBe(distance < 0);
          (distance > 0 ? free : colliding).set(q);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('CollisionChecker.nearestObstacle()', () => {
  it('names block, table and the arm itself; none of this counts as a check', () => {
    const checker = new CollisionChecker({ ...EMPTY, blocks: [blockBox([0.6, 0, 0.03]), BLOCK_AT_TOOL] });
    const obstacles = [AT_HOME, THROUGH_TABLE, INTO_ITSELF].map((q) => checker.nearestObstacle(q));
    expect(obstacles).toEqual([{ kind: 'block', index: 1 }, { kind: 'table' }, { kind: 'robot' }]);
    expect(checker.checks).toBe(0);
  });
});

describe('CollisionChecker.freeShare()', () => {
  it('is all that was asked for far from everything, and 0 in a collision', () => {
    const checker = new CollisionChecker(EMPTY);
    checker.alongLine(AT_HOME, AT_HOME.with(6, 0.8));
    expect(checker.freeShare(AT_HOME, 0.7)).toBe(0.7);
    expect(checker.freeShare(THROUGH_TABLE, 0.7)).toBe(0);
    expect(checker.freeShare(AT_HOME.with(2, Number.NaN), 0.7)).toBe(0);
  });

  it('is above 0 just where there is no collision, and all that it covers is free', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomNumbers(seed);
        const world = randomWorld(random);
        const checker = new CollisionChecker(world);
        const [from, to] = [randomConfiguration(random), randomConfiguration(random)];
        const q = new Float64Array(JOINTS);
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
      }),
      { numRuns: 500 },
    );
  });
});

function freeAndColliding(
  checker: CollisionChecker,
  random: ReturnType<typeof randomNumbers>,
): [Float64Array | null, Float64Array | null] {
  const drawn = Array.from({ length: 40 }, () => randomConfiguration(random));
  const free = drawn.find((q) => !checker.collides(q)) ?? null;
  return [free, drawn.find((q) => checker.collides(q)) ?? null];
}

/** Asks two checkers, of which one looks at every pair again on each stretch; collects both answers. */
function askingTwice(world: ReturnType<typeof randomWorld>) {
  const [fast, slow] = [new CollisionChecker(world), new CollisionChecker(world)];
  const answers: { readonly fast: number; readonly slow: number; readonly level: number }[] = [];
  const checker = {
    alongLine(from: Float64Array, to: Float64Array) {
      fast.alongLine(from, to);
      slow.alongLine(from, to);
    },
    freeShare(q: Float64Array, most: number, level = 0) {
      const answer = { fast: fast.freeShare(q, most, level), slow: slow.freeShare(q, most), level };
      answers.push(answer);
      return answer.slow;
    },
  };
  return { checker: checker as unknown as CollisionChecker, answers };
}

describe('FreeStretch.freeShare()', () => {
  it('says of every part of a stretch what it would say, if it left nothing out', () => {
    let [deepest, asked, tried] = [0, 0, 0];
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(0.1, 1, 4), (seed, extent) => {
        const random = randomNumbers(seed);
        const { checker, answers } = askingTwice(randomWorld(random));
        for (let line = 0; line < 10; line++) {
          const from = randomConfiguration(random);
          const to = from.map((angle) => angle + extent * (random.uniform() - 0.5));
          lineIsFree(checker, { from, to });
        }
        for (const { fast, slow, level } of answers) {
          expect(fast).toBe(slow);
          deepest = Math.max(deepest, level);
        }
        asked += answers.length;
        tried++;
      }),
      { numRuns: 200 },
    );
    expect(deepest).toBeGreaterThan(6);
    expect(asked / tried).toBeGreaterThan(5_000 / 200);
  });
});
