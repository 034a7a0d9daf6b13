import { randomNumbers } from '../../../random_numbers.ts';
import type { Configuration } from '../../table/arm.ts';
import { reachFrom, startOf, type ToolPose } from '../inverse_kinematics.ts';
import { HOME } from '../panda.ts';

export function findConfiguration(pose: ToolPose, startsMax: number): Configuration | null {
  const random = randomNumbers(1);
  for (let start = 0; start < startsMax; start++) {
    const q = reachFrom(startOf(start, { near: HOME, random }), pose);
    if (q !== null) return q;
  }
  return null;
}
