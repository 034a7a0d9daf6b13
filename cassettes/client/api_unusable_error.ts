/** The API cannot be used: not a call that failed, but a reason why every further one would. */

/** Ends the run. Not an `LlmCallError`: no planner may go on after it, and no episode is to blame. */
export class ApiUnusableError extends Error {
  override readonly name = 'ApiUnusableError';
  /** Whether key or address are wrong; else the API stopped answering. */
  readonly isSetUp: boolean;

  constructor(message: string, { isSetUp }: { readonly isSetUp: boolean }) {
    super(message);
    this.isSetUp = isSetUp;
  }
}
