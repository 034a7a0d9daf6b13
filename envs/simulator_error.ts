/** A simulator that cannot be reached, does not answer in time, or says what cannot be: nothing can be played on it. */

export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
}
