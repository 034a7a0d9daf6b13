/**
 * Shortening of a path: first vertices are left out, then random points of it are joined by straight lines.
 *
 * Follows the usual practice (Geraerts and Overmars 2007, section 4; OMPL's `reduceVertices` and `shortcutPath`). Departs in
 * that every line it makes is free at 2 mrad, and in that what is left on either side of a shortcut is tested again, since
 * its vertices are rounded.
 */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate, pathLength, roundAngles } from './joint_space.ts';
import { lineIsFree } from './line_is_free.ts';
import { JOINTS } from './panda.ts';

export type ShortenOptions = {
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
