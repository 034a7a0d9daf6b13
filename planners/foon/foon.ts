/**
 * A functional object-oriented network (FOON): how actions change the states of objects, as a bipartite graph.
 *
 * Follows Paulius et al. 2016 ("Functional Object-Oriented Network for Manipulation Learning"): a network is a list of functional
 * units, each the objects before a motion, the motion, and the objects after it. Identifiers are no part of this: files give the
 * same one to different things, so they are kept with the layout of a file (`foon_layout.ts`).
 */

export type Foon = {
  /** Where the network was taken from, such as the address of a video. */
  readonly sources: readonly string[];
  readonly units: readonly FunctionalUnit[];
};

export type NonEmpty<T> = readonly [T, ...T[]];

export type FunctionalUnit = {
  readonly inputs: NonEmpty<ObjectNode>;
  readonly motion: MotionNode;
  readonly outputs: NonEmpty<ObjectNode>;
};

export type ObjectNode = {
  readonly label: string;
  readonly states: readonly ObjectState[];
  /** Whether the motion moves this object. */
  readonly inMotion: boolean;
  readonly isGoal: boolean;
};

/** `whole`; `on [cutting board]`; `contains {flour,water}`. One state has a related object or contents, never both. */
export type ObjectState =
  | { readonly kind: 'plain'; readonly label: string }
  | { readonly kind: 'related'; readonly label: string; readonly object: string }
  | { readonly kind: 'contents'; readonly label: string; readonly ingredients: readonly string[] };

export type MotionNode = {
  readonly label: string;
  /** When it happens in the source; missing where the motion was assumed, not seen. */
  readonly times?: MotionTimes;
  readonly performer?: Performer;
};

export type MotionTimes = { readonly start: string; readonly end: string };

/** Who carries a motion out, and how often it succeeds, on whatever scale the source uses. */
export type Performer = { readonly name: string; readonly successRate: number };

/** What the text form and the JSON form have for a time that is not known. */
export const ASSUMED = 'Assumed';
