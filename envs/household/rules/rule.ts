/** What a row of a table of rules is. */
import type { HouseholdState } from '../state/household_state.ts';
import type { Condition } from './preconditions.ts';

/** A condition with the argument that it is about. */
export type Precondition = { readonly argument: 0 | 1; readonly condition: Condition<HouseholdState> };

/** `S` is what it asks of a state, `C` a precondition: each profile has its own. */
export type Rule<S, C> = {
  readonly verb: string;
  readonly arity: 0 | 1 | 2;
  /** Checked in order. */
  readonly preconditions: readonly C[];
  effect(state: S, first: number, second: number): void;
};

/** A row of profile `paper`. */
export type PaperRule = Rule<HouseholdState, Precondition>;
