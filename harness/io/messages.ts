/** Writes to standard error, beside the results. */
import type { Look } from './screen.ts';

export type Messages = {
  /** Milliseconds; absent where no user waits. Nothing stored may depend on it. */
  readonly clock?: () => number;
  say(text: string, look?: Look): void;
  /** Replaces the last line on a terminal; elsewhere writes a line a minute. */
  progress(text: string): void;
};
