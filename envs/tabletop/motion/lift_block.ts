/** What is in the way of a block that is lifted straight up or let straight down. */
import { type Box, blockBox, TABLE, type Vector } from '../table/table.ts';
import type { Obstacle } from './clearance.ts';

/** How far a block may be sunk into what carries it, in metres: rounding, no more. */
const CONTACT = 1e-6;

/**
 * The first of `blocks` that a block meets, or else the table, between its place at `centre` and `height` metres above it;
 * null where the way is free. To touch is to meet, except for what it stands upon.
 */
export function inTheWayOfBlock(
  centre: Vector,
  { height, blocks }: { readonly height: number; readonly blocks: readonly Box[] },
): Obstacle | null {
  const { min, max } = blockBox(centre);
  const swept: Box = { min, max: [max[0], max[1], max[2] + height] };
  const meets = (box: Box) => box.max[2] > min[2] + CONTACT && touch(box, swept);
  const index = blocks.findIndex(meets);
  if (index >= 0) return { kind: 'block', index };
  return meets(TABLE) ? { kind: 'table' } : null;
}

function touch(a: Box, b: Box): boolean {
  return [0, 1, 2].every((axis) => a.min[axis]! <= b.max[axis]! && b.min[axis]! <= a.max[axis]!);
}
