/** Its message goes to the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}
