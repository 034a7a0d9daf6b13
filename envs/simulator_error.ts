/** The simulator is unreachable, too slow, or answers nonsense; no episode can be played on it. */

export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
}
