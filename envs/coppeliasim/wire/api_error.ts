/** What a call of the remote API is answered with where it cannot be done. */

/** Its message goes to the client, as CoppeliaSim's own errors do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}
