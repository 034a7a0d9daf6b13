/**
 * Follows the motion reference: the least of (distance - radii) over all checked pairs; 0 for a point within a box.
 * The slow and obvious form; `CollisionChecker` decides faster whether it is above 0.
 */
import type { Box, Vector } from '../table/table.ts';
import { HAND, linkFrames, newFrames, pointIn } from './kinematics.ts';
import { CAPSULES, CARRIED, type Hand, SELF_LINKS, TABLE_LINK_FIRST, TCP_Z } from './panda.ts';
import { segmentBoxSquared, segmentsSquared } from './segment_distance.ts';

export type MotionWorld = {
  readonly table: Box;
  /** Without the carried one. */
  readonly blocks: readonly Box[];
  readonly hand: Hand;
  /** The block's centre is `offsetZ` metres beyond the tool's centre point along the hand's z. */
  readonly carried: { readonly offsetZ: number } | null;
};

/** `index` is the block's place in the world's list. */
export type Obstacle =
  | { readonly kind: 'block'; readonly index: number }
  | { readonly kind: 'table' }
  | { readonly kind: 'robot' };

export type Clearance = {
  /** Metres; a collision at or below 0. */
  readonly distance: number;
  /** Of several as near, the first of robot, table, blocks. */
  readonly obstacle: Obstacle;
};

/** `q` has 7 angles. */
export function clearance(world: MotionWorld, q: ArrayLike<number>): Clearance {
  const frames = newFrames();
  linkFrames(Float64Array.from(q), frames);
  return clearanceOfFrames(world, frames);
}

type Body = {
  readonly ends: Float64Array;
  readonly radius: number;
  readonly checkedWith: { readonly table: boolean; readonly link: (link: number) => boolean };
};

export function clearanceOfFrames(world: MotionWorld, frames: Float64Array): Clearance {
  const capsules = CAPSULES[world.hand].map((capsule) => {
    const ends = [...pointIn(frames, capsule.link, capsule.from), ...pointIn(frames, capsule.link, capsule.to)];
    return { ...capsule, ends: Float64Array.from(ends) };
  });
  const bodies: Body[] = capsules.map(({ ends, radius, link }) => ({
    ends,
    radius,
    checkedWith: {
      table: link >= TABLE_LINK_FIRST,
      link: (other) => link >= SELF_LINKS.far && other <= SELF_LINKS.near,
    },
  }));
  if (world.carried !== null) bodies.push(...carriedBalls(world.carried.offsetZ, frames));

  let nearest: Clearance = { distance: Number.POSITIVE_INFINITY, obstacle: { kind: 'robot' } };
  const consider = (squared: number, radii: number, obstacle: Obstacle) => {
    const distance = Math.sqrt(squared) - radii;
    if (!(distance >= nearest.distance)) nearest = { distance, obstacle };
  };
  for (const { ends, radius, checkedWith } of bodies) {
    for (const other of capsules) {
      if (!checkedWith.link(other.link)) continue;
      consider(segmentsSquared(ends, 0, other.ends, 0), radius + other.radius, { kind: 'robot' });
    }
  }
  const table = corners(world.table);
  for (const { ends, radius, checkedWith } of bodies) {
    if (checkedWith.table) consider(segmentBoxSquared(ends, 0, table, 0), radius, { kind: 'table' });
  }
  for (const [index, block] of world.blocks.entries()) {
    const box = corners(block);
    for (const { ends, radius } of bodies) {
      consider(segmentBoxSquared(ends, 0, box, 0), radius, { kind: 'block', index });
    }
  }
  return nearest;
}

function carriedBalls(offsetZ: number, frames: Float64Array): Body[] {
  const signs = [-1, 1];
  const centres = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector => [x, y, z])));
  return centres.map(([x, y, z]) => {
    const o = CARRIED.offset;
    const centre = pointIn(frames, HAND, [o * x, o * y, TCP_Z + offsetZ + o * z]);
    return {
      ends: Float64Array.from([...centre, ...centre]),
      radius: CARRIED.radius,
      checkedWith: { table: true, link: (other) => other <= CARRIED.linkLast },
    };
  });
}

/** Six numbers: the lower, then the upper corner. */
export function corners(box: Box): Float64Array {
  return Float64Array.from([...box.min, ...box.max]);
}
