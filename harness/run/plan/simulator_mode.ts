/**
 * Where the answers of a simulator come from.
 *
 * @module
 */

/**
 * `replay` answers from the tape alone. `record` asks the simulator for what is missing, `rerecord` for everything. `live` asks for
 * everything, and keeps nothing.
 */
export const SIMULATOR_MODES = ['replay', 'record', 'rerecord', 'live'] as const;

export type SimulatorMode = (typeof SIMULATOR_MODES)[number];

export function isRecording(mode: SimulatorMode | undefined): boolean {
  return mode === 'record' || mode === 'rerecord';
}
