import type { Look } from './screen.ts';

export type Messages = {
  /** Milliseconds. No stored value may depend on it. */
  readonly clock?: () => number;
  say(text: string, look?: Look): void;
  /** Replaces the last line of a terminal; elsewhere writes a line a minute. */
  progress(text: string): void;
};
