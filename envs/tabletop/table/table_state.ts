/**
 * The state of the tabletop: where each block is, which one is in the hand, and where the arm is.
 *
 * It is never changed: an action makes a new one, so that a copy costs nothing.
 */
import type { Configuration } from './arm.ts';
import type { Vector } from './table.ts';

/** Instead of a block, where there is none. */
export const NO_BLOCK = -1;

export type TableState = {
  /** Of every block, in the scene's order; of the one in the hand it is where it was taken. */
  readonly centres: readonly Vector[];
  /** The block in the hand, or `NO_BLOCK`. */
  readonly held: number;
  /** Block → whether physics let it fall: it lies askew on the table, and is out of play. */
  readonly fallen: readonly boolean[];
  readonly at: Configuration;
};
