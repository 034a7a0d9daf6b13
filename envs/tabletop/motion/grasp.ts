/**
 * Top grasps: the tool points straight down and is turned to one of four yaws; and what stands in the way of the open hand.
 *
 * Follows the motion reference. At these yaws the hand's capsules are parallel to the axes of the blocks, so distances are
 * exact but for rounding; no arm is needed to know them.
 */
import { BLOCK_SIZE, type Box, type Vector } from '../table/table.ts';
import { corners, type MotionWorld, type Obstacle } from './clearance.ts';
import type { ToolPose } from './inverse_kinematics.ts';
import { HAND_CAPSULES, TCP_Z } from './panda.ts';
import { segmentBoxSquared } from './segment_distance.ts';

/** How far below a block's top the point between the fingertips is, in metres. */
export const GRASP_DEPTH = 0.015;
/** How far below that point the middle of the block is. */
export const CARRIED_Z: number = BLOCK_SIZE / 2 - GRASP_DEPTH;

/** Cosine and sine of the yaws, since those of multiples of π/2 in floating point are not quite 0 and 1. */
const QUARTER_TURNS: readonly (readonly [cosine: number, sine: number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export type TopGrasp = {
  /** How the hand is turned about the vertical: 0, π/2, π or 3π/2. */
  readonly yaw: number;
  readonly pose: ToolPose;
};

/** The four top grasps, by increasing yaw, that bring the tool's centre point to `tcp`. */
export function topGrasps(tcp: Vector): readonly TopGrasp[] {
  return QUARTER_TURNS.map(([cosine, sine], quarter) => ({
    yaw: (quarter * Math.PI) / 2,
    pose: { position: tcp, x: [cosine, sine, 0], y: [sine, -cosine, 0], z: [0, 0, -1] },
  }));
}

/** Where the tool's centre point is when it holds a block whose centre is given. */
export function tcpOf([x, y, z]: Vector): Vector {
  return [x, y, z + CARRIED_Z];
}

/** A pose like the given one, higher by `height` metres. */
export function above(pose: ToolPose, height: number): ToolPose {
  const [x, y, z] = pose.position;
  return { ...pose, position: [x, y, z + height] };
}

/** What the open hand meets, with its clearance in metres, at or below 0. */
export type InTheWay = { readonly obstacle: Obstacle; readonly distance: number };

/**
 * Everything that the open hand alone meets in a pose, deepest first; of those as deep, the table, then blocks in their
 * order. Empty where the hand is free.
 */
export function inTheWayOfHand(
  pose: ToolPose,
  { table, blocks }: Pick<MotionWorld, 'table' | 'blocks'>,
): readonly InTheWay[] {
  const capsules = HAND_CAPSULES.open.map(({ from, to, radius }) => ({
    ends: Float64Array.from([...inBaseFrame(pose, from), ...inBaseFrame(pose, to)]),
    radius,
  }));
  const clearanceOf = (box: Box) => {
    const sides = corners(box);
    return Math.min(...capsules.map(({ ends, radius }) => Math.sqrt(segmentBoxSquared(ends, 0, sides, 0)) - radius));
  };
  const all: InTheWay[] = [
    { obstacle: { kind: 'table' }, distance: clearanceOf(table) },
    ...blocks.map((block, index): InTheWay => ({ obstacle: { kind: 'block', index }, distance: clearanceOf(block) })),
  ];
  return all.filter(({ distance }) => distance <= 0).sort((a, b) => a.distance - b.distance);
}

/** A point in the hand's frame, whose origin lies `TCP_Z` behind the tool's centre point. */
function inBaseFrame({ position, x, y, z }: ToolPose, point: Vector): number[] {
  const height = point[2] - TCP_Z;
  return [0, 1, 2].map((axis) => {
    const [along, across, down] = [x[axis], y[axis], z[axis]] as [number, number, number];
    return position[axis]! + point[0] * along + point[1] * across + height * down;
  });
}
