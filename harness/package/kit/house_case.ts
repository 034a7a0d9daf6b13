/**
 * A house and what is done in it, as data, so that it can be written down, made smaller and played again.
 *
 * @module
 */
import type { Action } from '../../../envs/env.ts';

/** An action, or a second look, at which nothing happens. */
export type Move = Action | 'look';

export type HouseCase = {
  /** The text of a house file. */
  readonly house: string;
  readonly moves: readonly Move[];
};

/** `pickup(mug1)`. */
export function moveText(move: Move): string {
  return move === 'look' ? 'look again' : `${move.verb}(${move.args.join(', ')})`;
}
