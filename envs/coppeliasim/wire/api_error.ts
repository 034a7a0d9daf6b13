/** The client receives the message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}
