/** A scene: which blocks there are, and where. */
import type { Vector } from './table.ts';

export type SceneBlock = {
  /** A PDDL name; up to its first `_` it says what letter or type the block is of. */
  readonly name: string;
  /** The middle of the block, in metres. */
  readonly centre: Vector;
};

export type Scene = {
  readonly name: string;
  /** Which tasks are meant for it, such as `tower_3`; a scene without one is for any task that can be done in it. */
  readonly setting?: string | undefined;
  /** What it was drawn from, where it was; see `testing/make_scenes.ts`. */
  readonly seed?: number | undefined;
  /** In the order in which the robot speaks of them. */
  readonly blocks: readonly SceneBlock[];
};

/** The letter or type of a block, in upper case: `K` of `K_block_1`. */
export function letterOf(name: string): string {
  return name.split('_')[0]!.toUpperCase();
}
