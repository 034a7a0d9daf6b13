/**
 * The tape of a run's simulator, opened for recording where the run's settings say so.
 *
 * @module
 */
import { openSimulatorRecording, type SimulatorRecording } from '../../../cassettes/cassette/simulator_recording.ts';
import type { Answering } from '../../../cassettes/format/provenance.ts';
import { SYMBOLIC, simulatorUrl } from '../../episode/registry/live_worlds.ts';
import type { RunRequest } from '../plan/run_request.ts';
import type { RunSettings } from '../plan/run_settings.ts';
import { isRecording } from '../plan/simulator_mode.ts';
import { readSuite } from '../suites/suite.ts';
import { inCassette } from './tape_layers.ts';

/** Null where nothing is recorded. Rejects with a `TapeError` where the tape cannot be used. */
export async function runSimulatorRecording(
  request: RunRequest,
  { simulatorMode, tapes }: RunSettings,
): Promise<SimulatorRecording | null> {
  const { env = SYMBOLIC } = request;
  if (env === SYMBOLIC || !isRecording(simulatorMode)) return null;
  const { tapesDir } = inCassette(tapes);
  const provenance: Answering = {
    source: 'live',
    provider: new URL(simulatorUrl(request)).host,
    channel: `protocol of ${env}`,
    answeredOn: new Date().toISOString().slice(0, 10),
    sampling: 'not applicable',
    tokenCounts: 'not applicable',
    note: '',
  };
  return openSimulatorRecording({ tapesDir, suite: readSuite(request.suite).name, model: env }, { provenance });
}
