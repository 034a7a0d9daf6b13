/** Test support: worlds and configurations drawn by chance. */
import type { RandomNumbers } from '../../../random_numbers.ts';
import { BLOCK_SIZE, type Box, blockBox, SPOTS, TABLE } from '../../table/table.ts';
import type { MotionWorld } from '../clearance.ts';
import { LOWER_LIMITS, UPPER_LIMITS } from '../panda.ts';

/** Up to eight blocks, in stacks on different spots; the hand closed, open or with a block in it. */
export function randomWorld(random: RandomNumbers): MotionWorld {
  const hand = random.below(2) === 0 ? 'closed' : 'open';
  const carried = random.below(2) === 0 ? null : { offsetZ: random.below(2) * 0.0125 };
  return { table: TABLE, blocks: randomBlocks(random, random.below(9)), hand, carried };
}

/** Blocks near their spots, some of them on others. */
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

/** Within the limits. */
export function randomConfiguration(random: RandomNumbers): Float64Array {
  return Float64Array.from(LOWER_LIMITS, (lower, joint) => lower + random.uniform() * (UPPER_LIMITS[joint]! - lower));
}
