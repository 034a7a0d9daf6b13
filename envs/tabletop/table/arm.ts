import type { ArmMotion } from '../../env.ts';
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Vector } from './table.ts';

/** Seven joint angles in radians, base first. */
export type Configuration = readonly number[];

/** Excludes the held block. */
export type Surroundings = readonly { readonly name: string; readonly centre: Vector }[];

/** A failed motion moves nothing. */
export type ArmResult =
  | { readonly ok: true; readonly motion: ArmMotion; readonly at: Configuration }
  | {
      readonly ok: false;
      readonly level: 'grasp' | 'ik' | 'path';
      /** A block's name, `table`, `robot`, or `reach` (proven too far); null for none. */
      readonly obstacle: string | null;
      /** The search hit a bound, so infeasibility is not proven. */
      readonly isBounded: boolean;
    };

export interface Arm {
  readonly home: Configuration;
  /** Starts with an empty, open hand and ends lifted; `block` is one of the surroundings. */
  pick(at: Configuration, block: string, surroundings: Surroundings, random: RandomNumbers): ArmResult;
  /** Starts with a block in hand and ends lifted without it; `centre` must be free. */
  place(at: Configuration, centre: Vector, surroundings: Surroundings, random: RandomNumbers): ArmResult;
}
