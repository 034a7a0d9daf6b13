/** The motion reference's minimum over all checked pairs. */
import type { Box } from '../table/table.ts';
import { framesOf, pointIn } from './kinematics.ts';
import { CAPSULES, CARRIED, type Capsule, carriedBalls, type Hand, SELF_LINKS, TABLE_LINK_FIRST } from './panda.ts';
import { segmentBoxSquared, segmentsSquared } from './segment_distance.ts';

export type MotionWorld = Readonly<{
  table: Box;
  blocks: readonly Box[];
  hand: Hand;
  carried: { readonly offsetZ: number } | null;
}>;

export type Obstacle = Readonly<{ kind: 'block'; index: number }> | { readonly kind: 'table' | 'robot' | 'reach' };

export function nameOf(obstacle: Obstacle): string {
  return obstacle.kind === 'block' ? `block ${obstacle.index}` : obstacle.kind;
}

export type Clearance = Readonly<{
  /** At most 0 in a collision. */
  distance: number;
  /** On a tie, the first of robot, table, blocks. */
  obstacle: Obstacle;
}>;

export function clearance(world: MotionWorld, q: ArrayLike<number>): Clearance {
  return clearanceOfFrames(world, framesOf(q));
}

export function clearanceOfFrames(world: MotionWorld, frames: Float64Array): Clearance {
  const place = ({ link, from, to, radius }: Capsule, linkLast: number) => {
    const ends = Float64Array.from([...pointIn(frames, link, from), ...pointIn(frames, link, to)]);
    return { link, radius, linkLast, ends };
  };
  const links = CAPSULES[world.hand].map((capsule) =>
    place(capsule, capsule.link >= SELF_LINKS.far ? SELF_LINKS.near : -1),
  );
  const balls = world.carried === null ? [] : carriedBalls(world.carried.offsetZ);
  const bodies = [...links, ...balls.map((ball) => place(ball, CARRIED.linkLast))];

  let nearest: Clearance = { distance: Infinity, obstacle: { kind: 'robot' } };
  const consider = (squared: number, radii: number, obstacle: Obstacle) => {
    const distance = Math.sqrt(squared) - radii;
    if (!(distance >= nearest.distance)) nearest = { distance, obstacle };
  };
  for (const { ends, radius, linkLast } of bodies) {
    for (const other of links) {
      if (other.link > linkLast) continue;
      consider(segmentsSquared(ends, 0, other.ends, 0), radius + other.radius, { kind: 'robot' });
    }
  }
  const table = corners(world.table);
  for (const { ends, radius, link } of bodies) {
    if (link >= TABLE_LINK_FIRST) consider(segmentBoxSquared(ends, 0, table, 0), radius, { kind: 'table' });
  }
  for (const [index, block] of world.blocks.entries()) {
    const box = corners(block);
    for (const { ends, radius } of bodies) {
      consider(segmentBoxSquared(ends, 0, box, 0), radius, { kind: 'block', index });
    }
  }
  return nearest;
}

export function corners(box: Box): Float64Array {
  return Float64Array.from([...box.min, ...box.max]);
}
