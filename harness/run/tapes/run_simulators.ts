/**
 * The simulators of a run's episodes: each with the tape between it and its env, as the run's settings say.
 *
 * Whoever plays an episode reads the tape himself; it is written by one thread alone, which `keep` asks.
 *
 * @module
 */
import { TapedSimulator, type TapedSimulatorParts } from '../../../cassettes/cassette/taped_simulator.ts';
import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import type { Simulator } from '../../../envs/world.ts';
import { SYMBOLIC } from '../../episode/registry/live_worlds.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import type { RunSettings } from '../plan/run_settings.ts';
import { isRecording } from '../plan/simulator_mode.ts';
import { inCassette } from './tape_layers.ts';

/** What stands between an episode's env and a live simulator. */
export type Taping = (live: Simulator) => TapedSimulator;

export type RunSimulators = {
  readonly of: (header: TraceHeader) => Taping;
  /** To find out whether an episode can begin: nothing is recorded. Null where no simulator may be asked. */
  readonly probe: ((header: TraceHeader) => Taping) | null;
};

type Asked = {
  /** As `--env` has it. */
  readonly env: string | undefined;
  readonly suite: string;
  readonly keep: NonNullable<TapedSimulatorParts['keep']>;
};

/** Null where the world itself is played. Rejects with a `TapeError` where the tape cannot be used. */
export async function runSimulators(
  { env = SYMBOLIC, suite, keep }: Asked,
  { simulatorMode = 'replay', tapes }: RunSettings,
): Promise<RunSimulators | null> {
  if (env === SYMBOLIC) return null;
  const isRead = simulatorMode === 'replay' || simulatorMode === 'record';
  const tape = isRead ? await LayeredTape.open({ ...inCassette(tapes), suite, model: env }) : null;
  const taping =
    (recording: Pick<TapedSimulatorParts, 'keep'>) =>
    ({ scene, task, trial, planner, model }: TraceHeader): Taping =>
    (live) =>
      new TapedSimulator({
        episode: { suite, task: `${scene}/${task}`, trial, planner, model },
        protocol: env,
        tape,
        live: simulatorMode === 'replay' ? null : live,
        ...recording,
        nowMs: () => performance.now(),
      });
  return {
    of: taping(isRecording(simulatorMode) ? { keep } : {}),
    probe: simulatorMode === 'replay' ? null : taping({}),
  };
}
