/**
 * What became of a simulator's answers in a run, in words.
 *
 * @module
 */
import { counted } from '../../io/errors/counted.ts';
import { isRecording, type RunSettings } from '../../run/plan/run_request.ts';
import type { RunTally } from '../../run/run_tally.ts';

/** Empty where no episode was played in a simulator. */
export function simulatedLines(
  { simulated }: Pick<RunTally, 'simulated'>,
  { simulatorMode = 'replay' }: Pick<RunSettings, 'simulatorMode'>,
): readonly string[] {
  if (simulated === null) return [];
  const { fromTape, asked } = simulated;
  if (simulatorMode === 'live') return [`The simulator gave ${counted(asked, 'answer')}; none is recorded`];
  const recorded = isRecording(simulatorMode) ? `, ${asked} recorded` : '';
  const lines = [`The simulator: ${counted(fromTape, 'answer')} from the tape${recorded}`];
  const isIdle = simulatorMode === 'record' && asked === 0 && fromTape > 0;
  return isIdle ? [...lines, 'No simulator was asked: all is on the tape; --simulator-mode rerecord asks anew'] : lines;
}
