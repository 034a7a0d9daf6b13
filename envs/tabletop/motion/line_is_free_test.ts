import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { TABLE } from '../table/table.ts';
import { clearance, type MotionWorld } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate } from './kinematics.ts';
import { CERTIFIED_STEP, certifyPath, type Line, lineIsFree, stepsOf } from './line_is_free.ts';
import { HOME, JOINTS } from './panda.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

const EMPTY: MotionWorld = { table: TABLE, blocks: [], hand: 'closed', carried: null };
const AT_HOME = Float64Array.from(HOME);
const THROUGH_TABLE = AT_HOME.with(1, 1.7);

/** The clearances at the steps of a line, or at so many times as many, from one share of it to another. */
function clearances(world: MotionWorld, { from, to }: Line, [first, last]: readonly [number, number], steps: number) {
  const q = new Float64Array(JOINTS);
  return Array.from({ length: steps + 1 }, (_, step) => {
    interpolate(from, to, first + ((last - first) * step) / steps, q);
    return clearance(world, q).distance;
  });
}

/** A step of 2 mrad moves no body by more than about 3 mm. */
const STEP_M = 0.003;

/** The least clearance between the steps, at 20 times as many; where both ends are three times as far away as a step reaches, none is looked at. */
function leastBetween(world: MotionWorld, line: Line, atSteps: readonly number[]): number {
  const steps = atSteps.length - 1;
  let least = Math.min(...atSteps);
  for (let step = 0; step < steps; step++) {
    if (Math.min(atSteps[step]!, atSteps[step + 1]!) > 3 * STEP_M) continue;
    least = Math.min(least, ...clearances(world, line, [step / steps, (step + 1) / steps], 20));
  }
  return least;
}

describe('lineIsFree()', () => {
  it('tells a free line from one that ends or begins in the table', () => {
    const checker = new CollisionChecker(EMPTY);
    expect(lineIsFree(checker, { from: AT_HOME, to: AT_HOME.with(0, 2) })).toBe(true);
    expect(lineIsFree(checker, { from: AT_HOME, to: THROUGH_TABLE })).toBe(false);
    expect(lineIsFree(checker, { from: THROUGH_TABLE, to: AT_HOME })).toBe(false);
  });

  it('tests a point as a line without length', () => {
    const checker = new CollisionChecker(EMPTY);
    expect(lineIsFree(checker, { from: AT_HOME, to: AT_HOME })).toBe(true);
    expect(lineIsFree(checker, { from: THROUGH_TABLE, to: THROUGH_TABLE })).toBe(false);
  });

  it('tests far fewer configurations than there are steps', () => {
    const checker = new CollisionChecker(EMPTY);
    const line = { from: AT_HOME, to: AT_HOME.with(0, 2) };
    lineIsFree(checker, line);
    expect([stepsOf(line), checker.checks]).toEqual([1000, 8]);
  });

  it('is not free where an end is no number', () => {
    const checker = new CollisionChecker(EMPTY);
    const none = AT_HOME.with(3, Number.NaN);
    expect(lineIsFree(checker, { from: none, to: AT_HOME })).toBe(false);
    expect(lineIsFree(checker, { from: AT_HOME, to: none })).toBe(false);
  });

  it('says what testing every step says, and is sure between the steps', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0.05, max: 0.5, noNaN: true }), (seed, share) => {
        const random = randomNumbers(seed);
        const world = randomWorld(random);
        const [from, towards] = [randomConfiguration(random), randomConfiguration(random)];
        const to = new Float64Array(JOINTS);
        interpolate(from, towards, share, to);
        const atSteps = clearances(world, { from, to }, [0, 1], stepsOf({ from, to }));
        const least = Math.min(...atSteps);
        const isFree = lineIsFree(new CollisionChecker(world), { from, to });
        if (least <= 0 || least > STEP_M) expect(isFree).toBe(least > 0);
        if (isFree) expect(leastBetween(world, { from, to }, atSteps)).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe('stepsOf()', () => {
  it('leaves no more than 2 mrad between neighbours', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomNumbers(seed);
        const line = { from: randomConfiguration(random), to: randomConfiguration(random) };
        expect(distance(line.from, line.to) / stepsOf(line)).toBeLessThanOrEqual(CERTIFIED_STEP);
      }),
    );
  });
});

describe('certify path', () => {
  const AT_HOME = Float64Array.from(HOME);
  const EMPTY = new CollisionChecker({ table: TABLE, blocks: [], hand: 'closed', carried: null });

  describe('certifyPath()', () => {
    it('has nothing against a free path, or a single free configuration', () => {
      expect(certifyPath([AT_HOME, AT_HOME.with(0, 1), AT_HOME.with(0, 2)], EMPTY)).toBeNull();
      expect(certifyPath([AT_HOME], EMPTY)).toBeNull();
    });

    it('names the line, the first configuration on it that collides, and with what', () => {
      const turned = AT_HOME.with(0, 1);
      const collision = certifyPath([AT_HOME, turned, turned.with(1, 1.7)], EMPTY);
      expect(collision).toMatchObject({ segment: 1, obstacle: { kind: 'table' } });
      const { q } = collision as NonNullable<typeof collision>;
      expect(clearance(EMPTY.world, q).distance).toBeLessThan(0);
      expect(clearance(EMPTY.world, q.with(1, q[1]! - 0.002)).distance).toBeGreaterThan(0);
    });

    it('finds a collision at the very end', () => {
      const through = AT_HOME.with(1, 1.7);
      expect(certifyPath([through], EMPTY)).toMatchObject({ segment: 0, q: through });
    });

    it('refuses what is no number', () => {
      expect(() => certifyPath([AT_HOME, AT_HOME.with(2, Number.NaN)], EMPTY)).toThrow(
        'Cannot certify a path: joint 3 of vertex 1 is NaN, not a number',
      );
    });

    it('finds what testing every step of 2 mrad finds', () => {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const random = randomNumbers(seed);
          const world = randomWorld(random);
          const checker = new CollisionChecker(world);
          const path = Array.from({ length: 3 }, () => randomConfiguration(random));
          expect(certifyPath(path, checker)?.segment ?? null).toBe(firstColliding(path, checker));
        }),
        { numRuns: 200 },
      );
    });
  });

  /** The first line with a collision, every step tested; collisions thinner than a nanometre are not drawn by chance. */
  function firstColliding(path: readonly Float64Array[], checker: CollisionChecker): number | null {
    const q = new Float64Array(JOINTS);
    for (const [segment, to] of path.slice(1).entries()) {
      const from = path[segment]!;
      const steps = Math.ceil(distance(from, to) / 0.002);
      for (let step = 0; step <= steps; step++) {
        interpolate(from, to, step / steps, q);
        if (checker.collides(q)) return segment;
      }
    }
    return null;
  }
});
