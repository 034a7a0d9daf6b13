/**
 * From one configuration to another: a certified path, or why there is none.
 *
 * RRT-Connect, then shortcuts, then certification; the live simulator's number of attempts, with iterations in place of its
 * seconds (OLP, section V-A).
 */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate, pathLength, roundAngles } from './kinematics.ts';
import { certifyPath, firstCollision, lineIsFree } from './line_is_free.ts';
import { JOINTS, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { rrtConnect } from './rrt_connect.ts';

/**
 * Shortening of a path: first vertices are left out, then random points of it are joined by straight lines.
 *
 * Follows the usual practice (Geraerts and Overmars 2007, section 4; OMPL's `reduceVertices` and `shortcutPath`). Departs in
 * that every line it makes is free at 2 mrad, and in that what is left on either side of a shortcut is tested again, since
 * its vertices are rounded.
 */
type ShortenOptions = {
  readonly random: RandomNumbers;
  /** How many shortcuts are tried. */
  readonly iterationsMax?: number;
  /** It ends when this many in a row have failed. */
  readonly idleMax?: number;
};

/** Radians; a shortcut that saves less is not worth a test. */
const WORTH = 0.005;

/** A path between the same ends that is no longer, along lines of the path or lines free at 2 mrad. */
export function shortenPath(
  path: readonly Float64Array[],
  checker: CollisionChecker,
  { random, iterationsMax = 40, idleMax = 12 }: ShortenOptions,
): Float64Array[] {
  let shorter = withFewerVertices(path, checker);
  let idle = 0;
  for (let iteration = 0; iteration < iterationsMax && idle < idleMax && shorter.length > 2; iteration++) {
    const cut = shortcut(shorter, checker, random);
    idle = cut === null ? idle + 1 : 0;
    shorter = cut ?? shorter;
  }
  return withFewerVertices(shorter, checker);
}

/** From each vertex straight to the farthest one that can be reached so. */
function withFewerVertices(path: readonly Float64Array[], checker: CollisionChecker): Float64Array[] {
  const kept = [path[0]!];
  for (let vertex = 0; vertex < path.length - 1; ) {
    const from = path[vertex]!;
    let next = path.length - 1;
    while (next > vertex + 1 && !lineIsFree(checker, { from, to: path[next]! })) next--;
    kept.push(path[next]!);
    vertex = next;
  }
  return kept;
}

/** The path with a straight line between two random points of it; null where that saves nothing or collides. */
function shortcut(
  path: readonly Float64Array[],
  checker: CollisionChecker,
  random: RandomNumbers,
): Float64Array[] | null {
  const length = pathLength(path);
  const one = random.uniform() * length;
  const other = random.uniform() * length;
  const first = pointAt(path, Math.min(one, other));
  const second = pointAt(path, Math.max(one, other));
  if (first.segment === second.segment) return null;
  const before = path[first.segment]!;
  const after = path[second.segment + 1]!;
  const cut = [...path.slice(0, first.segment + 1), first.q, second.q, ...path.slice(second.segment + 1)];
  if (pathLength(cut) > length - WORTH) return null;
  const isFree =
    lineIsFree(checker, { from: first.q, to: second.q }) &&
    lineIsFree(checker, { from: before, to: first.q }) &&
    lineIsFree(checker, { from: second.q, to: after });
  return isFree ? cut : null;
}

/** The point `along` radians from the start, rounded, and the line on which it lies. */
function pointAt(path: readonly Float64Array[], along: number): { segment: number; q: Float64Array } {
  let segment = 0;
  let left = along;
  let length = distance(path[0]!, path[1]!);
  while (left > length && segment < path.length - 2) {
    left -= length;
    segment++;
    length = distance(path[segment]!, path[segment + 1]!);
  }
  const q = new Float64Array(JOINTS);
  const share = length > 0 ? Math.min(1, left / length) : 0;
  interpolate(path[segment]!, path[segment + 1]!, share, q);
  roundAngles(q);
  return { segment, q };
}

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
