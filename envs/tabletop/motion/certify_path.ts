/** Certification of a path: every configuration on it is within no obstacle. */
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { interpolate } from './joint_space.ts';
import { type Line, lineIsFree, stepsOf } from './line_is_free.ts';
import { JOINTS } from './panda.ts';

export type Collision = {
  /** The line from this vertex to the next. */
  readonly segment: number;
  readonly q: Float64Array;
  readonly obstacle: Obstacle;
};

/**
 * The first collision along the path (of one vertex or more); null where there is none. Throws a RangeError on angles that are
 * no numbers.
 */
export function certifyPath(path: readonly Float64Array[], checker: CollisionChecker): Collision | null {
  for (const [vertex, q] of path.entries()) {
    const joint = q.findIndex((angle) => !Number.isFinite(angle));
    if (joint !== -1) {
      throw new RangeError(
        `Cannot certify a path: joint ${joint + 1} of vertex ${vertex} is ${q[joint]}, not a number`,
      );
    }
  }
  for (let segment = 0; segment < Math.max(1, path.length - 1); segment++) {
    const from = path[segment]!;
    const collision = firstCollision(checker, { from, to: path[segment + 1] ?? from });
    if (collision !== null) return { segment, ...collision };
  }
  return null;
}

/** What a line collides with first, at steps of 2 mrad, or, between them, what it comes closest to; null where it is free. */
export function firstCollision(checker: CollisionChecker, line: Line): Omit<Collision, 'segment'> | null {
  if (lineIsFree(checker, line)) return null;
  const steps = stepsOf(line);
  let closest = line.to;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= steps; step++) {
    const q = new Float64Array(JOINTS);
    interpolate(line.from, line.to, step / steps, q);
    const share = checker.freeShare(q, 1);
    if (!(share < least)) continue;
    [least, closest] = [share, q];
    if (share <= 0) break;
  }
  return { q: closest, obstacle: checker.nearestObstacle(closest) };
}
