/** Where work that takes a while speaks to the user: on standard error, beside its results. */
import type { Look } from './screen.ts';

export type Messages = {
  /** Milliseconds, for progress; absent where no user waits. Nothing that is kept may depend on it. */
  readonly clock?: () => number;
  /** A line. */
  say(text: string, look?: Look): void;
  /** A line that replaces the last one on a terminal; elsewhere, such as in a log, a line a minute. */
  progress(text: string): void;
};
