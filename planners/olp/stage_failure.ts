import type { Unusable } from '../ask_until_read.ts';

export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly reason: Unusable['failure'] | 'unsolvable' | 'planning_limit' | 'action_failed' | 'no_domain';

  constructor(reason: StageFailure['reason']) {
    super(reason);
    this.reason = reason;
  }
}
