/** Test support: all configurations that some starts of inverse kinematics lead to. */
import type { RandomNumbers } from '../../../random_numbers.ts';
import type { Configuration } from '../../table/arm.ts';
import { ITERATIONS_MAX, isSame, reachFrom, startOf, type ToolPose } from '../inverse_kinematics.ts';
import { distance } from '../kinematics.ts';

type FindOptions = {
  readonly random: RandomNumbers;
  /** How many starts; see `startOf`. */
  readonly startsMax?: number;
  /** Steps from each start. */
  readonly iterationsMax?: number;
};

const STARTS_MAX = 12;

/**
 * Configurations that reach `pose`, nearest to `near` first (Euclidean distance of joint angles); empty where no start leads
 * to one.
 */
export function findConfigurations(
  pose: ToolPose,
  near: Configuration,
  { random, startsMax = STARTS_MAX, iterationsMax = ITERATIONS_MAX }: FindOptions,
): readonly Configuration[] {
  const found: Configuration[] = [];
  for (let start = 0; start < startsMax; start++) {
    const q = reachFrom(startOf(start, { near, random }), pose, { iterationsMax });
    if (q !== null && !found.some((other) => isSame(other, q))) found.push(q);
  }
  return found.sort((a, b) => distance(a, near) - distance(b, near));
}
