import { BLOCK_SIZE, SPOTS, type Vector } from './table.ts';

/** Metres; rounding error of written coordinates. */
const TOUCH = 1e-6;

export function overlap(a: Vector, b: Vector): boolean {
  return a.every((at, axis) => Math.abs(at - b[axis]!) < BLOCK_SIZE - TOUCH);
}

/** Metres that a free spot keeps between its block and any other. */
const SPOT_MARGIN = 0.01;
/** Metres that a block may reach into the layer on the table and still stand on that layer. */
const LAYER_TOLERANCE = 0.005;

/** One bit per spot, the first lowest. */
export const ALL_SPOTS: number = 2 ** SPOTS.length - 1;

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

export function onSpot([x, y]: readonly [x: number, y: number]): Vector {
  return [x, y, BLOCK_SIZE / 2];
}

export function onTopOf([x, y, z]: Vector): Vector {
  return [x, y, micrometres(z + BLOCK_SIZE)];
}

/** Rounds to the micrometre, without a negative zero. */
export function micrometres(length: number): number {
  return Math.round(length * 1e6) / 1e6 + 0;
}
