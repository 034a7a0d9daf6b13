/**
 * Lengths in metres, in the robot's base frame; table top at z = 0. Table and blocks follow the motion reference.
 * OLP's release has at least 11 spots at unknown places; ours are as close as the open hand (0.09 m from its middle)
 * and half a block (0.0275 m) allow, in whole centimetres.
 */

export type Vector = readonly [x: number, y: number, z: number];

export type Box = { readonly min: Vector; readonly max: Vector };

export const TABLE: Box = { min: [-0.5, -0.75, -0.4], max: [1, 0.75, 0] };

export const BLOCK_SIZE = 0.055;

/** The middle of a placed block's underside: three rows of five. */
export const SPOTS: readonly (readonly [x: number, y: number])[] = [0.38, 0.5, 0.62].flatMap((x) =>
  [-0.24, -0.12, 0, 0.12, 0.24].map((y) => [x, y] as const),
);

export function blockBox([x, y, z]: Vector): Box {
  const half = BLOCK_SIZE / 2;
  return { min: [x - half, y - half, z - half], max: [x + half, y + half, z + half] };
}
