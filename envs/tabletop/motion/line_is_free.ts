/** Conservative advancement. */
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate } from './kinematics.ts';
import { JOINTS } from './panda.ts';

export const CERTIFIED_STEP = 0.002;
/** Within a shorter gap, the arm is hundredths of a millimetre from an obstacle. */
const GAP_MIN = 2e-5;

export type Line = Readonly<{ from: Float64Array; to: Float64Array }>;

export function lineIsFree(checker: CollisionChecker, line: Line): boolean {
  const length = distance(line.from, line.to);
  if (!Number.isFinite(length)) return false;
  checker.alongLine(line.from, line.to);
  const end = checker.freeShare(line.to, 1);
  if (end >= 1) return true;
  return end > 0 && gapIsFree(checker, { ...line, widthMin: GAP_MIN / length, low: 0, high: 1 - end, level: 1 });
}

export function stepsOf({ from, to }: Line): number {
  return Math.max(1, Math.ceil(distance(from, to) / CERTIFIED_STEP));
}

type Gap = Line & { widthMin: number; low: number; high: number; level: number };

const middle = new Float64Array(JOINTS);

function gapIsFree(checker: CollisionChecker, { from, to, widthMin, low, high, level }: Gap): boolean {
  const at = (low + high) / 2;
  const half = (high - low) / 2;
  interpolate(from, to, at, middle);
  const free = checker.freeShare(middle, half, level);
  if (free >= half) return true;
  if (!(free > 0) || high - low < widthMin) return false;
  return (
    gapIsFree(checker, { from, to, widthMin, low, high: at - free, level: level + 1 }) &&
    gapIsFree(checker, { from, to, widthMin, low: at + free, high, level: level + 1 })
  );
}

type Collision = { segment: number; q: Float64Array; obstacle: Obstacle };

export function certifyPath(path: readonly Float64Array[], checker: CollisionChecker): Collision | null {
  for (const [vertex, q] of path.entries()) {
    const joint = q.findIndex((angle) => !Number.isFinite(angle));
    if (joint !== -1) {
      throw new RangeError(`Cannot certify a path: joint ${joint + 1} of vertex ${vertex} is ${q[joint]}`);
    }
  }
  for (let segment = 0; segment < Math.max(1, path.length - 1); segment++) {
    const from = path[segment]!;
    const collision = firstCollision(checker, { from, to: path[segment + 1] ?? from });
    if (collision !== null) return { segment, ...collision };
  }
  return null;
}

/** Without a colliding sample, takes the closest approach. */
export function firstCollision(checker: CollisionChecker, line: Line): Omit<Collision, 'segment'> | null {
  if (lineIsFree(checker, line)) return null;
  const steps = stepsOf(line);
  let closest = line.to;
  let least = Infinity;
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
