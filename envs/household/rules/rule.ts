import type { HouseholdState } from '../state/household_state.ts';
import type { Condition } from './preconditions.ts';

export type Precondition = { readonly argument: 0 | 1; readonly condition: Condition<HouseholdState> };

export type Rule<S, C> = {
  readonly verb: string;
  readonly arity: 0 | 1 | 2;
  /** Checked in order. */
  readonly preconditions: readonly C[];
  effect(state: S, first: number, second: number): void;
};

export type PaperRule = Rule<HouseholdState, Precondition>;
