/**
 * What a planner is checked for, what came of it, and what the two threads say of it to each other.
 *
 * @module
 */
import type { CarriedError } from '../../../run/threads/carried_error.ts';

export type CheckOrder = {
  /** As it is written: a name, a file, or `cmd:…`. */
  readonly planner: string;
  /** Where it is to act; the first that it is made for unless told otherwise. */
  readonly world: string | undefined;
  /** Lists of replies, houses or recorded episodes that are tried. */
  readonly runs: number;
  readonly seed: number;
  /** For each play. */
  readonly timeLimitS: number;
  /** Folders of tapes, lowest first. */
  readonly tapes: readonly string[];
  /** Does as if nothing of it were recorded, where to look has not ended. */
  readonly withoutRecorded?: boolean;
};

/** How many beliefs were judged, and where. */
export type JudgedBeliefs = {
  readonly source: 'random houses' | 'recorded episodes';
  /** Houses, or episodes, in which a belief was judged. */
  readonly episodes: number;
  readonly beliefs: number;
  /** Share of true claims among those that the lexicon covers; null where there are none. */
  readonly precision: number | null;
  /** Share of what had changed of which there was a true claim; null where nothing had. */
  readonly recall: number | null;
  /** Invariant → how many beliefs break it, and in how many episodes; where houses are drawn, the first stops the search. */
  readonly broken: Readonly<Record<string, { readonly beliefs: number; readonly episodes: number }>>;
};

export type CheckOutcome = { readonly beliefs?: JudgedBeliefs } & (
  | { readonly status: 'passed'; readonly note?: string }
  | {
      readonly status: 'failed';
      readonly reason: string;
      /** What happened until then, line by line. */
      readonly trace: readonly string[];
      /** A command that shows it. */
      readonly again?: string;
    }
  | { readonly status: 'skipped'; readonly reason: string }
);

export type CheckedTitle = CheckOutcome & { readonly check: string };

/** What is to be checked, once the planner is loaded. */
export type CheckPlan = {
  readonly planner: string;
  readonly world: string;
  readonly titles: readonly string[];
};

/** The position of a check in the plan. */
export type ToCheckThread = { readonly check: number };

export type FromCheckThread =
  | { readonly plan: CheckPlan }
  /** The planner cannot be loaded. */
  | { readonly failed: CarriedError }
  /** What happens in a play; null where another begins. */
  | { readonly line: string | null }
  /** A fault as it was found, before it is made smaller. */
  | { readonly found: CheckOutcome }
  | { readonly outcome: CheckOutcome };
