/** Immutable: an action creates a new state, so copies are free. */
import type { Configuration } from './arm.ts';
import type { Vector } from './table.ts';

export const NO_BLOCK = -1;

export type TableState = {
  /** In the scene's order; the held block keeps the place from which it was taken. */
  readonly centres: readonly Vector[];
  /** A block or `NO_BLOCK`. */
  readonly held: number;
  readonly fallen: readonly boolean[];
  readonly at: Configuration;
};
