/** What a state tracker is (it hears what a robot sees and does, and tells what it believes of the house), and a case to try it on. */
import type { Action } from '../../../envs/env.ts';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';

/** What is believed, in plain words: `{ name: 'mug1', attributes: ['on kitchentable1'] }`; see envs/household/tracking/README.md. */
export type Belief = {
  readonly keyObjects: readonly { readonly name: string; readonly attributes: readonly string[] }[];
};

/** Data in, data out, at once. What it is given is frozen. */
export interface Tracker {
  /** What is seen: at the start, after each action, and whenever the robot looks again. */
  observe(observation: HouseholdObservation): void;
  /** What was done, and whether it was carried out; what is then seen comes next. */
  acted(action: Action, ok: boolean): void;
  /** What is believed now. */
  beliefs(): Belief;
}

/** An action, or a second look, at which nothing happens. */
export type Move = Action | 'look';

/** A house and what is done in it, as data, so that it can be written down, made smaller and played again. */
export type HouseCase = {
  /** The text of a house file. */
  readonly house: string;
  readonly moves: readonly Move[];
};

/** `pickup(mug1)`. */
export function moveText(move: Move): string {
  return move === 'look' ? 'look again' : `${move.verb}(${move.args.join(', ')})`;
}
