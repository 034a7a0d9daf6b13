/** Where blocks are to each other: who overlaps whom, and which spots of the table are taken. */
import { BLOCK_SIZE, SPOTS, type Vector } from './table.ts';

/** Boxes that share less than this, in metres, touch: a rounding error of coordinates that are written down. */
const TOUCH = 1e-6;

/** Whether two blocks, given by their centres, share room. */
export function overlap(a: Vector, b: Vector): boolean {
  return a.every((at, axis) => Math.abs(at - b[axis]!) < BLOCK_SIZE - TOUCH);
}

/** A spot counts as free if so much room, in metres, is left between a block put there and any other. */
const SPOT_MARGIN = 0.01;
/** A block that reaches less than this, in metres, into the layer of blocks on the table stands on that layer. */
const LAYER_TOLERANCE = 0.005;

/** Every spot as a bit, the first as the lowest. */
export const ALL_SPOTS: number = 2 ** SPOTS.length - 1;

/** The spots that cannot be used because a block is where it is, as bits. */
export function spotsTaken([x, y, z]: Vector): number {
  const isInLayer = z - BLOCK_SIZE / 2 < BLOCK_SIZE - LAYER_TOLERANCE && z + BLOCK_SIZE / 2 > 0;
  if (!isInLayer) return 0;
  const near = BLOCK_SIZE + SPOT_MARGIN;
  let bits = 0;
  for (const [index, spot] of SPOTS.entries()) {
    if (Math.abs(x - spot[0]) < near && Math.abs(y - spot[1]) < near) bits |= 1 << index;
  }
  return bits;
}

/** Where a block's centre is when it stands on a spot. */
export function onSpot([x, y]: readonly [x: number, y: number]): Vector {
  return [x, y, BLOCK_SIZE / 2];
}

/** Where a block's centre is when it is put straight upon another. */
export function onTopOf([x, y, z]: Vector): Vector {
  return [x, y, micrometres(z + BLOCK_SIZE)];
}

/** A length to the micrometre, so that what is written down is what was meant; without a negative zero. */
export function micrometres(length: number): number {
  return Math.round(length * 1e6) / 1e6 + 0;
}
