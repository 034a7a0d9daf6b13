/**
 * What the tabletop asks of physics: whether blocks stay where they have been put.
 *
 * Optional; without it every block stays. A world that asks should do so after a block has been put down or taken away, and
 * treat what has fallen as out of play: a world of axis-aligned boxes cannot say how a tilted block lies, so a fallen block
 * lies on the table, is on and under nothing, and cannot be picked up. What has not fallen counts as where the world had put
 * it: settling moves it by less than a millimetre.
 */
import type { Vector } from '../table/table.ts';

/** A cube of the tabletop, by name, with its centre in metres. */
export type StandingBlock = { readonly name: string; readonly centre: Vector };

export type SettledBlock = StandingBlock & {
  /** It has moved by more than 5 mm or turned by more than 5°: its box is no longer where it was, nor aligned. */
  readonly fell: boolean;
};

export interface Physics {
  /** Lets go of all blocks at once, at rest, upright and apart, and tells where they come to rest, in the order given. */
  settle(blocks: readonly StandingBlock[]): Promise<readonly SettledBlock[]>;
}
