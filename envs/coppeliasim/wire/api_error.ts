/** Its message goes to the client, as CoppeliaSim's own errors do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}
