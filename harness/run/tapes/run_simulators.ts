import { TapedSimulator, type TapedSimulatorParts } from '../../../cassettes/cassette/taped_simulator.ts';
import type { Declaration } from '../../../cassettes/format/provenance.ts';
import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import { startRecording, type TapeRecording } from '../../../cassettes/writing/open_for_writing.ts';
import type { Simulator } from '../../../envs/world.ts';
import { type EnvChoice, SIMULATOR_TIMEOUT_S, SYMBOLIC, simulatorUrl } from '../../episode/live_worlds.ts';
import { invalid } from '../../io/errors/failure.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import {
  isRecording,
  type RunRequest,
  type RunSettings,
  SIMULATOR_MODES,
  type SimulatorMode,
} from '../plan/run_request.ts';
import { readSuite } from '../suites/suite.ts';
import { answeringAt } from './live_client.ts';
import { inCassette } from './tape_layers.ts';

export type Taping = (live: Simulator) => TapedSimulator;

export type RunSimulators = NonNullable<Awaited<ReturnType<typeof runSimulators>>>;

export async function runSimulators(
  { env = SYMBOLIC }: Pick<RunRequest, 'env'>,
  { simulatorMode = 'replay', tapes }: RunSettings,
  { suite, keep }: Readonly<{ suite: string; keep: NonNullable<TapedSimulatorParts['keep']> }>,
) {
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
    /** Records nothing; null on replay. */
    probe: simulatorMode === 'replay' ? null : taping({}),
  };
}

export async function runSimulatorRecording(
  request: RunRequest,
  { simulatorMode, tapes }: RunSettings,
): Promise<TapeRecording | null> {
  const { env = SYMBOLIC } = request;
  if (env === SYMBOLIC || !isRecording(simulatorMode)) return null;
  const { tapesDir } = inCassette(tapes);
  const provenance: Declaration = {
    ...answeringAt(simulatorUrl(request), Date.now()),
    channel: `protocol of ${env}`,
    sampling: 'not applicable',
    tokenCounts: 'not applicable',
  };
  return startRecording({ tapesDir, suite: readSuite(request.suite).name, model: env }, { provenance });
}

export const SIMULATOR_OPTIONS = {
  simulator: {
    type: 'string',
    describe: 'URL of the simulator that --env names; default: the URL at which it listens by default',
  },
  'simulator-mode': {
    choices: SIMULATOR_MODES,
    describe: 'Source of the simulator’s answers: the tape, or a simulator whose answers are recorded',
    defaultDescription: 'record with --simulator, else replay',
  },
  'simulator-timeout-s': {
    type: 'number',
    default: SIMULATOR_TIMEOUT_S,
    describe: 'Seconds before a request to the simulator times out',
  },
} as const;

type SimulatorArguments = Readonly<{
  env: string;
  simulator: string | undefined;
  simulatorMode: SimulatorMode | undefined;
  simulatorTimeoutS: number;
  jobs: number;
  dryRun: boolean;
  shipped: boolean;
}>;

export function envChoice({ env, simulator, simulatorTimeoutS }: SimulatorArguments): EnvChoice {
  if (env === SYMBOLIC) return { env };
  if (simulatorTimeoutS > 0) return { env, simulatorTimeoutS, simulator };
  throw invalid(`--simulator-timeout-s must be more than 0, found ${simulatorTimeoutS}`);
}

export function simulatorSettings(args: SimulatorArguments): { readonly simulatorMode?: SimulatorMode } {
  const { env, simulator, simulatorMode, jobs, dryRun, shipped } = args;
  if (env === SYMBOLIC) {
    const option = simulatorMode === undefined ? '--simulator' : '--simulator-mode';
    if (simulator === undefined && simulatorMode === undefined) return {};
    throw invalid(`${option} needs a simulator; name it with --env, such as --env virtualhome`);
  }
  const mode = simulatorMode ?? (simulator === undefined ? 'replay' : 'record');
  if (dryRun) {
    if (mode === 'replay' || mode === 'record') return { simulatorMode: 'replay' };
    throw invalid(`--dry-run reads only the tapes, and --simulator-mode ${mode} ignores them; name another mode`);
  }
  if (mode === 'replay' && simulator !== undefined)
    throw invalid('--simulator-mode replay does not use a simulator; omit --simulator, or name another mode');
  if (mode !== 'replay' && jobs > 1) {
    throw invalid(
      `--jobs must be 1 with --env ${env}, because its simulator has one scene; only --simulator-mode replay allows more`,
    );
  }
  if (mode === 'record' && simulatorMode === undefined && shipped) {
    throw invalid(
      'The simulator’s answers would be added to the shipped tapes; use --simulator-mode record to add them, or live',
    );
  }
  return { simulatorMode: mode };
}
