/**
 * A functional object-oriented network (Paulius et al. 2016): units of input objects, a motion and output objects.
 * Identifiers stay in the file's layout (`foon_layout.ts`), since files reuse one for different things.
 */

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

/** `whole`; `on [cutting board]`; `contains {flour,water}`. Never both a related object and contents. */
export type ObjectState =
  | { readonly kind: 'plain'; readonly label: string }
  | { readonly kind: 'related'; readonly label: string; readonly object: string }
  | { readonly kind: 'contents'; readonly label: string; readonly ingredients: readonly string[] };

export type MotionNode = {
  readonly label: string;
  /** Absent where the source assumes the motion without seeing it. */
  readonly times?: { readonly start: string; readonly end: string };
  readonly performer?: Performer;
};

/** `successRate` uses the source's scale. */
export type Performer = { readonly name: string; readonly successRate: number };

/** Marks an unknown time in both forms. */
export const ASSUMED = 'Assumed';
