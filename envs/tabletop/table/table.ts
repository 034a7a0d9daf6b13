/**
 * Metres in the robot's base frame; the table's top is at z = 0. Sizes follow the motion reference; spots are as close as
 * the open hand (0.09 m) and half a block allow.
 */

export type Vector = readonly [x: number, y: number, z: number];

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export type Box = Readonly<{ min: Vector; max: Vector }>;

export const TABLE: Box = { min: [-0.5, -0.75, -0.4], max: [1, 0.75, 0] };

export const BLOCK_SIZE = 0.055;

export const SPOTS: readonly (readonly [x: number, y: number])[] = [0.38, 0.5, 0.62].flatMap((x) =>
  [-0.24, -0.12, 0, 0.12, 0.24].map((y) => [x, y] as const),
);

export function blockBox([x, y, z]: Vector): Box {
  const half = BLOCK_SIZE / 2;
  return { min: [x - half, y - half, z - half], max: [x + half, y + half, z + half] };
}

export type SceneBlock = Readonly<{
  /** A PDDL name; its part before the first `_` is the letter. */
  name: string;
  centre: Vector;
}>;

export type Scene = Readonly<{
  name: string;
  /** Restricts the tasks, such as `tower_3`. */
  setting?: string | undefined;
  seed?: number | undefined;
  blocks: readonly SceneBlock[];
}>;

export function letterOf(name: string): string {
  return name.split('_')[0]!.toUpperCase();
}

const TOUCH = 1e-6;

export function overlap(a: Vector, b: Vector): boolean {
  return a.every((at, axis) => Math.abs(at - b[axis]!) < BLOCK_SIZE - TOUCH);
}

const SPOT_MARGIN = 0.01;
const LAYER_TOLERANCE = 0.005;

export const ALL_SPOTS = 2 ** SPOTS.length - 1;

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

export function micrometres(length: number): number {
  return Math.round(length * 1e6) / 1e6 + 0;
}

const SHOULDER_Z = 0.333;
/** Elbow and wrist are 0.0825 m off the axis. */
const STRETCH_MAX: number = Math.hypot(0.316, 0.0825) + Math.hypot(0.384, 0.0825);
/** From the fingertips' midpoint to the wrist. */
const WRIST_ABOVE = 0.2104;
const WRIST_BESIDE = 0.088;
/** From there to the centre of a lifted block. */
const LIFTED = 0.0425;
/** Our choice. */
const RADIUS_MIN = 0.25;

export function isWithinReach([x, y, z]: Vector): boolean {
  return Math.hypot(x, y) >= RADIUS_MIN && !isTooFar([x, y, z + LIFTED]);
}

/** True only if proven; the arm may fail 1 to 2 cm earlier. */
export function isTooFar([x, y, z]: Vector): boolean {
  const wristHeight = z + WRIST_ABOVE - SHOULDER_Z;
  return Math.hypot(Math.hypot(x, y) - WRIST_BESIDE, wristHeight) > STRETCH_MAX;
}
