/** What the tabletop asks of an arm: whether it can pick a block up, and whether it can put it down, and how. */
import type { ArmMotion } from '../../env.ts';
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Vector } from './table.ts';

/** Seven joint angles in radians, base first. */
export type Configuration = readonly number[];

/** The blocks around the arm, by name; without the one that it holds. */
export type Surroundings = readonly { readonly name: string; readonly centre: Vector }[];

/** How it went. On failure nothing has moved. */
export type ArmResult =
  | { readonly ok: true; readonly motion: ArmMotion /** Where the arm is afterwards. */; readonly at: Configuration }
  | {
      readonly ok: false;
      readonly level: 'grasp' | 'ik' | 'path';
      /** A block's name, `table`, `robot`, or `reach` where it is proven to be too far; null where nothing was met. */
      readonly obstacle: string | null;
      /** The search ended at a bound: it is not proven that there is no way. */
      readonly isBounded: boolean;
    };

export interface Arm {
  /** Where it is at the start. */
  readonly home: Configuration;
  /**
   * From where the arm is, empty-handed and open, over the block, down to it, and up again with it. `block` is one of the
   * surroundings.
   */
  pick(at: Configuration, block: string, surroundings: Surroundings, random: RandomNumbers): ArmResult;
  /**
   * From where the arm is, with a block in hand, to where the block's centre shall be, which is free, and up again without it.
   */
  place(at: Configuration, centre: Vector, surroundings: Surroundings, random: RandomNumbers): ArmResult;
}
