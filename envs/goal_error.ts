export class GoalError extends Error {
  override readonly name = 'GoalError';
}
