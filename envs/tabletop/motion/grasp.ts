/** The motion reference's grasps. */
import { BLOCK_SIZE, type Box, type Vector } from '../table/table.ts';
import { corners, type MotionWorld, type Obstacle } from './clearance.ts';
import type { ToolPose } from './inverse_kinematics.ts';
import { HAND_CAPSULES, TCP_Z } from './panda.ts';
import { segmentBoxSquared } from './segment_distance.ts';

/** From a block's top to the tool's center point. */
const GRASP_DEPTH = 0.015;
export const CARRIED_Z = BLOCK_SIZE / 2 - GRASP_DEPTH;

/** Exact, unlike sines of multiples of π/2. */
const QUARTER_TURNS: readonly (readonly [cosine: number, sine: number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export type TopGrasp = Readonly<{ yaw: number; pose: ToolPose }>;

export function topGrasps(tcp: Vector): readonly TopGrasp[] {
  return QUARTER_TURNS.map(([cosine, sine], quarter) => ({
    yaw: (quarter * Math.PI) / 2,
    pose: { position: tcp, x: [cosine, sine, 0], y: [sine, -cosine, 0], z: [0, 0, -1] },
  }));
}

export function tcpOf([x, y, z]: Vector): Vector {
  return [x, y, z + CARRIED_Z];
}

export function above(pose: ToolPose, height: number): ToolPose {
  const [x, y, z] = pose.position;
  return { ...pose, position: [x, y, z + height] };
}

/** Deepest first; on a tie, the table, then blocks in order. */
export function handObstacles(pose: ToolPose, { table, blocks }: Pick<MotionWorld, 'table' | 'blocks'>) {
  const capsules = HAND_CAPSULES.open.map(({ from, to, radius }) => ({
    ends: Float64Array.from([...inBaseFrame(pose, from), ...inBaseFrame(pose, to)]),
    radius,
  }));
  const clearanceOf = (box: Box) => {
    const sides = corners(box);
    return Math.min(...capsules.map(({ ends, radius }) => Math.sqrt(segmentBoxSquared(ends, 0, sides, 0)) - radius));
  };
  const blocksAsObstacles = blocks.map((block, index): [Obstacle, Box] => [{ kind: 'block', index }, block]);
  return [[{ kind: 'table' }, table] as const, ...blocksAsObstacles]
    .map(([obstacle, box]) => ({ obstacle, distance: clearanceOf(box) }))
    .filter(({ distance }) => distance <= 0)
    .sort((a, b) => a.distance - b.distance);
}

function inBaseFrame({ position, x, y, z }: ToolPose, point: Vector): number[] {
  const height = point[2] - TCP_Z;
  return [0, 1, 2].map((axis) => {
    const [along, across, down] = [x[axis], y[axis], z[axis]] as [number, number, number];
    return position[axis]! + point[0] * along + point[1] * across + height * down;
  });
}
