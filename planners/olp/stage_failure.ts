/** That a stage of the method has nothing for the next one, so the method ends. */
import type { Unusable } from '../ask_until_read.ts';

/** `reason` is what the planner stops with. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly reason: Unusable['failure'] | 'unsolvable' | 'planning_limit' | 'action_failed' | 'no_domain';

  constructor(reason: StageFailure['reason']) {
    super(reason);
    this.reason = reason;
  }
}
