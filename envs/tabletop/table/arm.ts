import type { ArmMotion } from '../../env.ts';
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Vector } from './table.ts';

/** Seven joint angles in radians. */
export type Configuration = readonly number[];

export type Surroundings = readonly Readonly<{ name: string; centre: Vector }>[];

export type ArmResult =
  | Readonly<{ ok: true; motion: ArmMotion; at: Configuration }>
  | Readonly<{
      ok: false;
      level: 'grasp' | 'ik' | 'path';
      /** A block, `table`, `robot` or `reach` (the arm is too short). */
      obstacle: string | null;
      /** If true, nothing is proven. */
      isBounded: boolean;
    }>;

export interface Arm {
  readonly home: Configuration;
  pick(at: Configuration, block: string, surroundings: Surroundings, random: RandomNumbers): ArmResult;
  place(at: Configuration, centre: Vector, surroundings: Surroundings, random: RandomNumbers): ArmResult;
}
