import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { TABLE } from '../table/table.ts';
import { certifyPath } from './certify_path.ts';
import { CollisionChecker } from './collision_checker.ts';
import { pathLength } from './joint_space.ts';
import { HOME } from './panda.ts';
import { rrtConnect } from './rrt_connect.ts';
import { shortenPath } from './shorten_path.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

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
