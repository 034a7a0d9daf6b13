/**
 * What a state tracker is: it hears what a robot sees and does, and tells what it believes of the house.
 *
 * @module
 */
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
