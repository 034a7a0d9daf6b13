/**
 * From one configuration to another: a certified path, or why there is none.
 *
 * RRT-Connect, then shortcuts, then certification; the live simulator's number of attempts, with iterations in place of its
 * seconds (OLP, section V-A).
 */
import type { RandomNumbers } from '../../random_numbers.ts';
import { certifyPath, firstCollision } from './certify_path.ts';
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { pathLength } from './joint_space.ts';
import { jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { rrtConnect } from './rrt_connect.ts';
import { shortenPath } from './shorten_path.ts';

export type MotionQuery = {
  /** Within the limits. */
  readonly start: Float64Array;
  /** Within the limits. */
  readonly goal: Float64Array;
  readonly random: RandomNumbers;
  readonly attemptsMax?: number;
  /** Of RRT-Connect in one attempt. */
  readonly iterationsMax?: number;
};

export type MotionResult = {
  /** How many configurations were tested, over all attempts. */
  readonly checks: number;
  readonly iterations: number;
} & (
  | {
      readonly ok: true;
      /** Start, goal and between them vertices of four decimals; every configuration on it is free, at steps of 2 mrad. */
      readonly path: Float64Array[];
      /** Radians, before it was shortened. */
      readonly rawLength: number;
      readonly length: number;
    }
  | {
      readonly ok: false;
      /** The start collides, the goal does, or no attempt found a path. */
      readonly reason: 'start' | 'goal' | 'iterations';
      /** What the start or the goal collides with, or what the straight line between them meets first. */
      readonly obstacle: Obstacle;
    }
);

const ATTEMPTS_MAX = 5;

/** Plans; the same numbers of chance give the same path. Throws a RangeError where start or goal is outside the limits. */
export function planMotion(checker: CollisionChecker, query: MotionQuery): MotionResult {
  const { start, goal, random, attemptsMax = ATTEMPTS_MAX } = query;
  assertWithinLimits('start', start);
  assertWithinLimits('goal', goal);
  const checksBefore = checker.checks;
  let iterations = 0;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const found = rrtConnect(checker, query);
    iterations += found.iterations;
    if (!found.ok && found.reason !== 'iterations') {
      const obstacle = checker.nearestObstacle(found.reason === 'start' ? start : goal);
      return { ok: false, reason: found.reason, obstacle, checks: checker.checks - checksBefore, iterations };
    }
    if (!found.ok) continue;
    const path = shortenPath(found.path, checker, { random });
    // Every line of it was tested when it was made. It is tested again as a whole, since this is what others rely on.
    if (certifyPath(path, checker) !== null) continue;
    const lengths = { rawLength: pathLength(found.path), length: pathLength(path) };
    return { ok: true, path, ...lengths, checks: checker.checks - checksBefore, iterations };
  }
  const met = firstCollision(checker, { from: start, to: goal });
  const obstacle = met?.obstacle ?? checker.nearestObstacle(goal);
  return { ok: false, reason: 'iterations', obstacle, checks: checker.checks - checksBefore, iterations };
}

function assertWithinLimits(which: 'start' | 'goal', q: Float64Array): void {
  const joint = jointOutsideLimits(q);
  if (joint === null) return;
  throw new RangeError(
    `Cannot plan a motion: joint ${joint + 1} of its ${which} is ${q[joint]}, but must be from ${LOWER_LIMITS[joint]} to ${UPPER_LIMITS[joint]} rad`,
  );
}
