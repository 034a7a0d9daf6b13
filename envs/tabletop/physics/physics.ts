/**
 * Optional; without it every block stays. A fallen block is out of play, since aligned boxes cannot describe a tilt.
 * A standing block keeps its commanded pose: settling moves it by less than a millimetre.
 */
import type { Vector } from '../table/table.ts';

/** The centre is in metres. */
export type StandingBlock = { readonly name: string; readonly centre: Vector };

export type SettledBlock = StandingBlock & {
  /** The block moved by more than 5 mm or turned by more than 5°. */
  readonly fell: boolean;
};

export interface Physics {
  /** Releases all blocks at once, at rest; results keep the given order. */
  settle(blocks: readonly StandingBlock[]): Promise<readonly SettledBlock[]>;
}
