/** Test support: the goal word `then`, written once, since an object with that key looks like a promise to the linter. */
import type { Condition } from '../goals/goal.ts';

/** Holds once the second condition holds at a later moment than the first. */
export function inOrder(first: Condition, second: Condition): Condition {
  // biome-ignore lint/suspicious/noThenProperty: the word of the goal language
  return { then: [first, second] };
}
