/** Test support: the goal word `then`, written once, since an object with that key looks like a promise to the linter. */
import { type Condition, THEN } from '../goals/goal.ts';

/** Holds once the second condition holds at a later moment than the first. */
export function inOrder(first: Condition, second: Condition): Condition {
  return { [THEN]: [first, second] };
}
