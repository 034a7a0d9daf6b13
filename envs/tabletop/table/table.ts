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

export type SceneBlock = {
  /** A PDDL name; the part before its first `_` is the block's letter or type. */
  readonly name: string;
  readonly centre: Vector;
};

export type Scene = {
  readonly name: string;
  /** Tasks meant for the scene, such as `tower_3`; absent for any task. */
  readonly setting?: string | undefined;
  /** Set for generated scenes; see `testing/make_scenes.ts`. */
  readonly seed?: number | undefined;
  readonly blocks: readonly SceneBlock[];
};

export function letterOf(name: string): string {
  return name.split('_')[0]!.toUpperCase();
}

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

/**
 * The reach is necessary, not sufficient: inverse kinematics decides; inside the bound, all but 1-2 cm is reachable.
 * With the tool straight down, a Panda's wrist is 0.2104 m above and 0.088 m beside the fingertips' midpoint.
 * Heights are in metres above the table.
 */
const SHOULDER_Z = 0.333;
/** Upper arm plus forearm, in metres; elbow and wrist are each 0.0825 m off the axis. */
const STRETCH_MAX: number = Math.hypot(0.316, 0.0825) + Math.hypot(0.384, 0.0825);
/** Metres from the point between the fingertips to the wrist. */
const WRIST_ABOVE = 0.2104;
const WRIST_BESIDE = 0.088;
/** Metres between the fingertips' point and the centre of a lifted block. */
const LIFTED = 0.0425;
/** Horizontal metres from the base's axis; our choice. */
const RADIUS_MIN = 0.25;

export function isWithinReach([x, y, z]: Vector): boolean {
  return Math.hypot(x, y) >= RADIUS_MIN && !isTooFar([x, y, z + LIFTED]);
}

/** True only if the arm is proven too short, with the tool straight down. */
export function isTooFar([x, y, z]: Vector): boolean {
  const wristHeight = z + WRIST_ABOVE - SHOULDER_Z;
  return Math.hypot(Math.hypot(x, y) - WRIST_BESIDE, wristHeight) > STRETCH_MAX;
}
