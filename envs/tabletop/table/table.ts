/**
 * The table, its spots and its blocks: lengths in metres, in the frame of the robot's base, table top at z = 0.
 *
 * Table and blocks are those of the motion reference (the OLP set-up: a Panda at a table with cubes of 0.055 m). The spots'
 * number is bounded by the paper's release (at least 11); where they lie is not known. Ours are as close together as the open
 * hand allows, in whole centimetres: it is 0.09 m long from its middle, and half a block is 0.0275 m.
 */

/** A point or a direction. */
export type Vector = readonly [x: number, y: number, z: number];

/** An axis-aligned box. */
export type Box = { readonly min: Vector; readonly max: Vector };

export const TABLE: Box = { min: [-0.5, -0.75, -0.4], max: [1, 0.75, 0] };

/** The edge of a block. */
export const BLOCK_SIZE = 0.055;

/** Where a block may be put down on the table, as the middle of its underside: three rows of five. */
export const SPOTS: readonly (readonly [x: number, y: number])[] = [0.38, 0.5, 0.62].flatMap((x) =>
  [-0.24, -0.12, 0, 0.12, 0.24].map((y) => [x, y] as const),
);

/** The box of a block whose centre is given. */
export function blockBox([x, y, z]: Vector): Box {
  const half = BLOCK_SIZE / 2;
  return { min: [x - half, y - half, z - half], max: [x + half, y + half, z + half] };
}
