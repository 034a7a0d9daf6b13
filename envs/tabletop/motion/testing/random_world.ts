import * as fc from 'fast-check';
import { type RandomNumbers, randomNumbers } from '../../../random_numbers.ts';
import { BLOCK_SIZE, type Box, blockBox, SPOTS, TABLE } from '../../table/table.ts';
import type { MotionWorld } from '../clearance.ts';
import { CollisionChecker } from '../collision_checker.ts';
import { distance, interpolate } from '../kinematics.ts';
import { HOME, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from '../panda.ts';

export const EMPTY: MotionWorld = { table: TABLE, blocks: [], hand: 'closed', carried: null };
export const AT_HOME = Float64Array.from(HOME);
/** The tool of an arm at home. */
export const [TOOL_X, TOOL_Z] = [0.3069, 0.4869];
export const THROUGH_TABLE = AT_HOME.with(1, 1.7);
export const INTO_ITSELF = Float64Array.of(0, -1.7, 0, -3.05, 0, 0.2, 0);
export const WALL: MotionWorld = { ...EMPTY, blocks: [{ min: [0.25, -0.02, 0], max: [0.8, 0.02, 0.8] }] };
export const LEFT = AT_HOME.with(0, 1);
export const RIGHT = AT_HOME.with(0, -1);

type Drawn = { random: RandomNumbers; world: MotionWorld; checker: CollisionChecker };

export function checkWorlds(numRuns: number, check: (drawn: Drawn) => void): void {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = randomNumbers(seed);
      const world = randomWorld(random);
      check({ random, world, checker: new CollisionChecker(world) });
    }),
    { numRuns },
  );
}

export function* alongPath(path: readonly ArrayLike<number>[]) {
  const q = new Float64Array(JOINTS);
  const vertices = path.map((vertex) => Float64Array.from(vertex));
  for (const [segment, to] of vertices.slice(1).entries()) {
    const from = vertices[segment]!;
    const steps = Math.max(1, Math.ceil(distance(from, to) / 0.002));
    for (let step = 0; step <= steps; step++) {
      interpolate(from, to, step / steps, q);
      yield { q, segment };
    }
  }
}

function randomWorld(random: RandomNumbers): MotionWorld {
  const hand = random.below(2) === 0 ? 'closed' : 'open';
  const carried = random.below(2) === 0 ? null : { offsetZ: random.below(2) * 0.0125 };
  return { table: TABLE, blocks: randomBlocks(random, random.below(9)), hand, carried };
}

export function randomBlocks(random: RandomNumbers, count: number): Box[] {
  const heights = new Map<number, number>();
  const shifts = SPOTS.map(() => 0.02 * (random.uniform() - 0.5));
  return Array.from({ length: count }, () => {
    const spot = random.below(SPOTS.length);
    const height = heights.get(spot) ?? 0;
    heights.set(spot, height + 1);
    const [x, y] = SPOTS[spot]!;
    const shift = shifts[spot]!;
    return blockBox([x + shift, y - shift, (height + 0.5) * BLOCK_SIZE]);
  });
}

export function randomConfiguration(random: RandomNumbers): Float64Array {
  return Float64Array.from(LOWER_LIMITS, (lower, joint) => lower + random.uniform() * (UPPER_LIMITS[joint]! - lower));
}

export const configurations = fc.nat().map((seed) => randomConfiguration(randomNumbers(seed)));
