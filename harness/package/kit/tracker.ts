import type { Action } from '../../../envs/env.ts';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';

/** `{ name: 'mug1', attributes: ['on kitchentable1'] }`; see envs/household/tracking/README.md. */
export type Belief = { readonly keyObjects: readonly Readonly<{ name: string; attributes: readonly string[] }>[] };

/** A synchronous tracker with frozen input. */
export interface Tracker {
  /** At the start, after each action, and at each `look`. */
  observe(observation: HouseholdObservation): void;
  /** `ok` is false for a refused action; `observe` follows. */
  acted(action: Action, ok: boolean): void;
  beliefs(): Belief;
}

export type Move = Action | 'look';

export type HouseCase = Readonly<{ house: string; moves: readonly Move[] }>;

export function moveText(move: Move): string {
  return move === 'look' ? 'look again' : `${move.verb}(${move.args.join(', ')})`;
}
