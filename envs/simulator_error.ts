export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
}

export function unusable(simulator: string, problem: string, options?: ErrorOptions): SimulatorError {
  return new SimulatorError(`Cannot use ${simulator}: ${problem}`, options);
}
