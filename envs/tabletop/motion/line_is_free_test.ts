import { describe, expect, it } from 'vitest';
import { clearance } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate } from './kinematics.ts';
import { CERTIFIED_STEP, certifyPath, lineIsFree, stepsOf } from './line_is_free.ts';
import { JOINTS } from './panda.ts';
import { AT_HOME, alongPath, checkWorlds, EMPTY, randomConfiguration, THROUGH_TABLE } from './testing/random_world.ts';

const NO_NUMBER = AT_HOME.with(3, NaN);
const STEP_M = 0.003;

describe('lineIsFree()', () => {
  it.each([
    ['a free line', AT_HOME, AT_HOME.with(0, 2), true],
    ['one that ends in the table', AT_HOME, THROUGH_TABLE, false],
    ['one that begins there', THROUGH_TABLE, AT_HOME, false],
    ['a free point', AT_HOME, AT_HOME, true],
    ['a point in the table', THROUGH_TABLE, THROUGH_TABLE, false],
    ['a start that is no number', NO_NUMBER, AT_HOME, false],
    ['an end that is no number', AT_HOME, NO_NUMBER, false],
  ])('judges %s', (_, from, to, isFree) => {
    expect(lineIsFree(new CollisionChecker(EMPTY), { from, to })).toBe(isFree);
  });

  it('tests far fewer configurations than there are steps', () => {
    const checker = new CollisionChecker(EMPTY);
    const line = { from: AT_HOME, to: AT_HOME.with(0, 2) };
    lineIsFree(checker, line);
    expect([stepsOf(line), checker.checks]).toEqual([1000, 8]);
  });

  it('says what testing every step says, and is sure between the steps', () => {
    const q = new Float64Array(JOINTS);
    checkWorlds(100, ({ random, world, checker }) => {
      const [from, to] = [randomConfiguration(random), new Float64Array(JOINTS)];
      interpolate(from, randomConfiguration(random), 0.05 + 0.45 * random.uniform(), to);
      const steps = stepsOf({ from, to });
      expect(distance(from, to) / steps).toBeLessThanOrEqual(CERTIFIED_STEP);
      const clearanceAt = (step: number) => {
        interpolate(from, to, step / steps, q);
        return clearance(world, q).distance;
      };
      const atSteps = Array.from({ length: steps + 1 }, (_, step) => clearanceAt(step));
      const least = Math.min(...atSteps);
      const isFree = lineIsFree(checker, { from, to });
      if (least <= 0 || least > STEP_M) expect(isFree).toBe(least > 0);
      for (let step = 0; step < steps && isFree; step++) {
        if (Math.min(atSteps[step]!, atSteps[step + 1]!) > 3 * STEP_M) continue;
        for (let part = 1; part < 20; part++) expect(clearanceAt(step + part / 20)).toBeGreaterThan(0);
      }
    });
  });
});

describe('certifyPath()', () => {
  const checker = new CollisionChecker(EMPTY);

  it('names the line, the first configuration on it that collides, and with what', () => {
    const turned = AT_HOME.with(0, 1);
    const collision = certifyPath([AT_HOME, turned, turned.with(1, 1.7)], checker);
    expect(collision).toMatchObject({ segment: 1, obstacle: { kind: 'table' } });
    const { q } = collision!;
    expect(clearance(EMPTY, q).distance).toBeLessThan(0);
    expect(clearance(EMPTY, q.with(1, q[1]! - 0.002)).distance).toBeGreaterThan(0);
    expect(certifyPath([AT_HOME, turned], checker)).toBeNull();
    expect(certifyPath([AT_HOME], checker)).toBeNull();
    expect(certifyPath([THROUGH_TABLE], checker)).toMatchObject({ segment: 0, q: THROUGH_TABLE });
  });

  it('refuses what is no number', () => {
    const problem = 'Cannot certify a path: joint 4 of vertex 1 is NaN';
    expect(() => certifyPath([AT_HOME, NO_NUMBER], checker)).toThrow(problem);
  });

  it('finds what testing every step of 2 mrad finds', () => {
    checkWorlds(200, ({ random, checker }) => {
      const path = Array.from({ length: 3 }, () => randomConfiguration(random));
      const first = alongPath(path).find(({ q }) => checker.collides(q));
      expect(certifyPath(path, checker)?.segment).toBe(first?.segment);
    });
  });
});
