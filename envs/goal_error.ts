/** A goal that makes no sense, or can never be met, in a scene; `message` says why. */

export class GoalError extends Error {
  override readonly name = 'GoalError';
}
