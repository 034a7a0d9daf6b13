/** OLP, section V-A, but with a limit of iterations instead of seconds. */
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate, pathLength, roundAngles } from './kinematics.ts';
import { certifyPath, firstCollision, lineIsFree } from './line_is_free.ts';
import { JOINTS, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';
import { type RrtConnectQuery, rrtConnect } from './rrt_connect.ts';

const SAVING_MIN = 0.005;
const CUTS: readonly number[] = [0.9, 0.7, 0.5, 0.3];

/** Like OMPL's `reduceVertices`, but cuts corners. Rounding can move a line against an obstacle. */
export function shortenPath(path: readonly Float64Array[], checker: CollisionChecker): Float64Array[] {
  const isFree = lineMemory(checker);
  const shorter = withFewerVertices(withCutCorners(withFewerVertices(path, isFree), isFree), isFree);
  for (const q of shorter.slice(1, -1)) roundAngles(q);
  return shorter;
}

type IsFree = (from: Float64Array, to: Float64Array) => boolean;

function lineMemory(checker: CollisionChecker): IsFree {
  const tested = new Map<Float64Array, Map<Float64Array, boolean>>();
  return (from, to) => {
    const lines = tested.get(from) ?? new Map<Float64Array, boolean>();
    tested.set(from, lines);
    const isFree = lines.get(to) ?? lineIsFree(checker, { from, to });
    lines.set(to, isFree);
    return isFree;
  };
}

function withFewerVertices(path: readonly Float64Array[], isFree: IsFree): Float64Array[] {
  const corners = [path[0]!];
  for (let vertex = 0; vertex < path.length - 1; ) {
    const from = path[vertex]!;
    let next = path.length - 1;
    while (next > vertex + 1 && !isFree(from, path[next]!)) next--;
    corners.push(path[next]!);
    vertex = next;
  }
  return corners;
}

function withCutCorners(path: readonly Float64Array[], isFree: IsFree): Float64Array[] {
  const [start] = path;
  const cut = [start!];
  for (let vertex = 1; vertex < path.length - 1; vertex++) {
    const [before, corner, after] = [cut.at(-1)!, path[vertex]!, path[vertex + 1]!];
    const sides = distance(before, corner) + distance(corner, after);
    const cuts = CUTS.map((share) => [between(corner, before, share), between(corner, after, share)] as const);
    const free = cuts.find(([from, to]) => {
      const length = pathLength([before, from, to, after]);
      return length <= sides - SAVING_MIN && isFree(from, to);
    });
    cut.push(...(free ?? [corner]));
  }
  return path.length > 1 ? [...cut, path.at(-1)!] : cut;
}

function between(from: Float64Array, to: Float64Array, share: number): Float64Array {
  const q = new Float64Array(JOINTS);
  interpolate(from, to, share, q);
  return q;
}

export type MotionQuery = Omit<RrtConnectQuery, 'range'> & { readonly attemptsMax?: number };

export type MotionResult = Readonly<{ checks: number; iterations: number }> &
  (
    | Readonly<{
        ok: true;
        /** Inner vertices have four decimals. */
        path: Float64Array[];
        rawLength: number;
        length: number;
      }>
    | Readonly<{ ok: false; reason: 'start' | 'goal' | 'iterations'; obstacle: Obstacle }>
  );

export const ATTEMPTS_MAX = 5;

export function planMotion(checker: CollisionChecker, query: MotionQuery): MotionResult {
  const { start, goal, attemptsMax = ATTEMPTS_MAX } = query;
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
    const paths = [shortenPath(found.path, checker), found.path];
    const path = paths.find((candidate) => certifyPath(candidate, checker) === null);
    if (path === undefined) continue;
    return { ok: true, path, rawLength: pathLength(found.path), length: pathLength(path), ...effort() };
  }
  const { obstacle } = firstCollision(checker, { from: start, to: goal }) ?? {
    obstacle: checker.nearestObstacle(goal),
  };
  return { ok: false, reason: 'iterations', obstacle, ...effort() };
}

function assertWithinLimits(which: 'start' | 'goal', q: Float64Array) {
  const joint = jointOutsideLimits(q);
  if (joint === null) return;
  throw new RangeError(
    `Cannot plan a motion: joint ${joint + 1} of the ${which} is ${q[joint]}, outside ${LOWER_LIMITS[joint]} to ${UPPER_LIMITS[joint]} rad`,
  );
}
