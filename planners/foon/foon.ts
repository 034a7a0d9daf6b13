/** Functional object-oriented network (Paulius et al. 2016). Files reuse identifiers, so they stay in the layout. */

export type Foon = Readonly<{ sources: readonly string[]; units: readonly FunctionalUnit[] }>;

export type NonEmpty<T> = readonly [T, ...T[]];

export type FunctionalUnit = Readonly<{
  inputs: NonEmpty<ObjectNode>;
  motion: MotionNode;
  outputs: NonEmpty<ObjectNode>;
}>;

export type ObjectNode = Readonly<{
  label: string;
  states: readonly ObjectState[];
  inMotion: boolean;
  isGoal: boolean;
}>;

/** `whole`; `on [cutting board]`; `contains {flour,water}`. */
export type ObjectState =
  | Readonly<{ kind: 'plain'; label: string }>
  | Readonly<{ kind: 'related'; label: string; object: string }>
  | Readonly<{ kind: 'contents'; label: string; ingredients: readonly string[] }>;

export type MotionNode = Readonly<{
  label: string;
  /** Absent for an assumed motion. */
  times?: Readonly<{ start: string; end: string }>;
  performer?: Performer;
}>;

export type Performer = Readonly<{ name: string; successRate: number }>;

export const ASSUMED = 'Assumed';
