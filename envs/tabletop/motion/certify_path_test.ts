import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { TABLE } from '../table/table.ts';
import { certifyPath } from './certify_path.ts';
import { clearance } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate } from './joint_space.ts';
import { HOME, JOINTS } from './panda.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

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
