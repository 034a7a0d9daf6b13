/** Functional object-oriented network (Paulius et al. 2016). Identifiers stay in `foon_layout.ts`: files reuse them. */

export type Foon = {
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
  readonly inMotion: boolean;
  readonly isGoal: boolean;
};

/** `whole`; `on [cutting board]`; `contains {flour,water}`. */
export type ObjectState =
  | { readonly kind: 'plain'; readonly label: string }
  | { readonly kind: 'related'; readonly label: string; readonly object: string }
  | { readonly kind: 'contents'; readonly label: string; readonly ingredients: readonly string[] };

export type MotionNode = {
  readonly label: string;
  /** Absent for an assumed motion. */
  readonly times?: { readonly start: string; readonly end: string };
  readonly performer?: Performer;
};

export type Performer = { readonly name: string; readonly successRate: number };

export const ASSUMED = 'Assumed';
