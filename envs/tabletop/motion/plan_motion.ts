/** Repeats RRT-Connect as OLP's live simulator does (section V-A), but bounds iterations instead of seconds. */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate, pathLength, roundAngles } from './kinematics.ts';
import { certifyPath, firstCollision, lineIsFree } from './line_is_free.ts';
import { JOINTS, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { type RrtConnectQuery, rrtConnect } from './rrt_connect.ts';

/** Radians; a smaller saving is not worth a test. */
const SAVING_MIN = 0.005;
const FAILURES_MAX = 12;

/**
 * Follows Geraerts and Overmars 2007, section 4, and OMPL's `reduceVertices` and `shortcutPath`, but tests lines at
 * 2 mrad, and again on both sides of a rounded vertex. Keeps the ends.
 */
export function shortenPath(
  path: readonly Float64Array[],
  checker: CollisionChecker,
  { random, iterationsMax = 40 }: { random: RandomNumbers; iterationsMax?: number },
): Float64Array[] {
  let shorter = withFewerVertices(path, checker);
  let failures = 0;
  for (let iteration = 0; iteration < iterationsMax && failures < FAILURES_MAX && shorter.length > 2; iteration++) {
    const cut = shortcut(shorter, checker, random);
    failures = cut === null ? failures + 1 : 0;
    shorter = cut ?? shorter;
  }
  return withFewerVertices(shorter, checker);
}

function withFewerVertices(path: readonly Float64Array[], checker: CollisionChecker): Float64Array[] {
  const corners = [path[0]!];
  for (let vertex = 0; vertex < path.length - 1; ) {
    const from = path[vertex]!;
    let next = path.length - 1;
    while (next > vertex + 1 && !lineIsFree(checker, { from, to: path[next]! })) next--;
    corners.push(path[next]!);
    vertex = next;
  }
  return corners;
}

function shortcut(
  path: readonly Float64Array[],
  checker: CollisionChecker,
  random: RandomNumbers,
): Float64Array[] | null {
  const length = pathLength(path);
  const places = [random.uniform() * length, random.uniform() * length];
  const first = pointAt(path, Math.min(...places));
  const second = pointAt(path, Math.max(...places));
  if (first.segment === second.segment) return null;
  const before = path[first.segment]!;
  const after = path[second.segment + 1]!;
  const cut = [...path.slice(0, first.segment + 1), first.q, second.q, ...path.slice(second.segment + 1)];
  if (pathLength(cut) > length - SAVING_MIN) return null;
  const isFree =
    lineIsFree(checker, { from: first.q, to: second.q }) &&
    lineIsFree(checker, { from: before, to: first.q }) &&
    lineIsFree(checker, { from: second.q, to: after });
  return isFree ? cut : null;
}

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

export type MotionQuery = Omit<RrtConnectQuery, 'range'> & { readonly attemptsMax?: number };

export type MotionResult = Readonly<{ checks: number; iterations: number }> &
  (
    | Readonly<{
        ok: true;
        /** Free at steps of 2 mrad; inner vertices have four decimals. */
        path: Float64Array[];
        /** Before shortening, in radians. */
        rawLength: number;
        length: number;
      }>
    | Readonly<{ ok: false; reason: 'start' | 'goal' | 'iterations'; obstacle: Obstacle }>
  );

export const ATTEMPTS_MAX = 5;

/** Throws a RangeError if start or goal is outside the limits. */
export function planMotion(checker: CollisionChecker, query: MotionQuery): MotionResult {
  const { start, goal, random, attemptsMax = ATTEMPTS_MAX } = query;
  assertWithinLimits('start', start);
  assertWithinLimits('goal', goal);
  const checksBefore = checker.checks;
  let iterations = 0;
  const effort = () => ({ checks: checker.checks - checksBefore, iterations });
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const found = rrtConnect(checker, query);
    iterations += found.iterations;
    if (!found.ok && found.reason !== 'iterations') {
      const obstacle = checker.nearestObstacle(found.reason === 'start' ? start : goal);
      return { ok: false, reason: found.reason, obstacle, ...effort() };
    }
    if (!found.ok) continue;
    const path = shortenPath(found.path, checker, { random });
    // Callers rely on the whole path.
    if (certifyPath(path, checker) !== null) continue;
    return { ok: true, path, rawLength: pathLength(found.path), length: pathLength(path), ...effort() };
  }
  const { obstacle } = firstCollision(checker, { from: start, to: goal }) ?? {
    obstacle: checker.nearestObstacle(goal),
  };
  return { ok: false, reason: 'iterations', obstacle, ...effort() };
}

function assertWithinLimits(which: 'start' | 'goal', q: Float64Array): void {
  const joint = jointOutsideLimits(q);
  if (joint === null) return;
  throw new RangeError(
    `Cannot plan a motion: joint ${joint + 1} of the ${which} is ${q[joint]}, outside ${LOWER_LIMITS[joint]} to ${UPPER_LIMITS[joint]} rad`,
  );
}
