import type { Vector } from '../table/table.ts';

/** Orthonormal; `towards` points to the eye. */
export type Camera = Readonly<{ right: Vector; up: Vector; towards: Vector }>;

// Pythagorean triples: 28.07° to the side, 36.87° from above.
const [SIDE_COS, SIDE_SIN] = [15 / 17, 8 / 17];
const [RISE_COS, RISE_SIN] = [4 / 5, 3 / 5];

/** From across the table, so faces away from the robot are visible. */
export const SLANTED: Camera = {
  right: [-SIDE_SIN, SIDE_COS, 0],
  up: [-SIDE_COS * RISE_SIN, -SIDE_SIN * RISE_SIN, RISE_COS],
  towards: [SIDE_COS * RISE_COS, SIDE_SIN * RISE_COS, RISE_SIN],
};

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** In metres, to the right and down. */
export function onPaper(camera: Camera, point: Vector): readonly [x: number, y: number] {
  return [dot(camera.right, point), -dot(camera.up, point)];
}
