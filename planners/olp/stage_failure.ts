/**
 * Why a stage of the method has nothing for the next one.
 *
 * @module
 */

/** `reason` is what the planner stops with; the message is for the trace, and for the model where it is asked again. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly reason: 'parse' | 'schema' | 'grounding' | 'unsolvable' | 'planning_limit' | 'action_failed' | 'no_domain';

  constructor(reason: StageFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A failure that another reply might mend. */
export function isReplyFailure(
  error: unknown,
): error is StageFailure & { readonly reason: 'parse' | 'schema' | 'grounding' } {
  return error instanceof StageFailure && ['parse', 'schema', 'grounding'].includes(error.reason);
}
