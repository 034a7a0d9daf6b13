/** Ends the run. Not an `LlmCallError`: no planner may continue after it. */
export class ApiUnusableError extends Error {
  override readonly name = 'ApiUnusableError';
  /** True for a wrong key or address; false where the API stopped answering. */
  readonly isSetUp: boolean;

  constructor(message: string, { isSetUp }: { readonly isSetUp: boolean }) {
    super(message);
    this.isSetUp = isSetUp;
  }
}
