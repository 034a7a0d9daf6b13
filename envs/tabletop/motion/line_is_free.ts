/**
 * Whether the straight line between two configurations is free of collisions: every configuration on it at steps of at most
 * 2 mrad.
 *
 * Not all of them are tested: where the arm is clear of everything, it is known how far it may move before it can touch
 * anything (conservative advancement), and whatever lies within is free. The answer is that of testing all of them.
 *
 * @module
 */
import type { CollisionChecker } from './collision_checker.ts';
import { distance, interpolate } from './joint_space.ts';
import { JOINTS } from './panda.ts';

/** Radians, Euclidean over all joints. */
export const CERTIFIED_STEP = 0.002;
/** What is known to be free is taken for this many steps less, against rounding. */
const ROUNDING = 1e-6;

export type Line = {
  readonly from: Float64Array;
  readonly to: Float64Array;
};

/** Both ends count. */
export function lineIsFree(checker: CollisionChecker, line: Line): boolean {
  const steps = stepsOf(line);
  checker.alongLine(line.from, line.to);
  const last = stepsFree(checker, line.to, { steps, most: steps });
  return last >= 0 && gapIsFree(checker, { ...line, steps, low: 0, high: steps - 1 - last });
}

/** Into how many steps a line is divided. */
export function stepsOf({ from, to }: Line): number {
  return Math.max(1, Math.ceil(distance(from, to) / CERTIFIED_STEP));
}

type Gap = Line & {
  readonly steps: number;
  /** The first and the last of the configurations not yet known to be free. */
  readonly low: number;
  readonly high: number;
};

const middle = new Float64Array(JOINTS);

/** The middle first, since collisions come in stretches; then what is left on either side. */
function gapIsFree(checker: CollisionChecker, { from, to, steps, low, high }: Gap): boolean {
  if (low > high) return true;
  const at = (low + high) >> 1;
  interpolate(from, to, at / steps, middle);
  const around = stepsFree(checker, middle, { steps, most: (high - low + 2) >> 1 });
  if (around < 0) return false;
  return (
    gapIsFree(checker, { from, to, steps, low, high: at - around - 1 }) &&
    gapIsFree(checker, { from, to, steps, low: at + around + 1, high })
  );
}

/** How many steps either way from `q` are free, up to `most`; -1 where it collides itself. */
function stepsFree(
  checker: CollisionChecker,
  q: Float64Array,
  { steps, most }: { steps: number; most: number },
): number {
  const share = checker.freeShare(q, most / steps);
  return share <= 0 ? -1 : Math.max(0, Math.floor(share * steps - ROUNDING));
}
