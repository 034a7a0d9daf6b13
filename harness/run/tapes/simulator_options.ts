/**
 * How the command line says which simulator is played in, and where its answers come from.
 *
 * @module
 */
import { type EnvChoice, SIMULATOR_TIMEOUT_S, SYMBOLIC } from '../../episode/registry/live_worlds.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import type { RunSettings } from '../plan/run_settings.ts';
import { SIMULATOR_MODES, type SimulatorMode } from '../plan/simulator_mode.ts';

export const SIMULATOR_OPTIONS = {
  simulator: {
    type: 'string',
    describe: 'URL of the simulator that --env names; default: where it listens by itself',
  },
  'simulator-mode': {
    choices: SIMULATOR_MODES,
    describe: 'Where the simulator’s answers come from: the tape, or a simulator, whose answers are recorded',
    defaultDescription: 'record with --simulator, else replay',
  },
  'simulator-timeout-s': {
    type: 'number',
    default: SIMULATOR_TIMEOUT_S,
    describe: 'Seconds that the simulator may take for an answer',
  },
} as const;

type SimulatorArguments = {
  readonly env: string;
  readonly simulator: string | undefined;
  readonly simulatorMode: SimulatorMode | undefined;
  readonly simulatorTimeoutS: number;
  readonly jobs: number;
  readonly dryRun: boolean;
  readonly shipped: boolean;
};

/** Throws a CommandFailure where options do not go together. */
export function envChoice({ env, simulator, simulatorTimeoutS }: SimulatorArguments): EnvChoice {
  if (env === SYMBOLIC) return { env };
  if (!(simulatorTimeoutS > 0)) {
    throw new CommandFailure(2, `--simulator-timeout-s must be more than 0, found ${simulatorTimeoutS}`);
  }
  return { env, simulatorTimeoutS, ...(simulator === undefined ? {} : { simulator }) };
}

/** The same. A dry run asks nobody. */
export function simulatorSettings(args: SimulatorArguments): Pick<RunSettings, 'simulatorMode'> {
  const { env, simulator, simulatorMode, jobs, dryRun, shipped } = args;
  if (env === SYMBOLIC) {
    const given = simulatorMode === undefined ? '--simulator' : '--simulator-mode';
    if (simulator === undefined && simulatorMode === undefined) return {};
    throw new CommandFailure(2, `${given} is for a simulator; name it with --env, such as --env virtualhome`);
  }
  const mode = simulatorMode ?? (simulator === undefined ? 'replay' : 'record');
  if (dryRun && (mode === 'rerecord' || mode === 'live')) {
    throw new CommandFailure(
      2,
      `--dry-run tells what is missing on the tapes, and --simulator-mode ${mode} asks for everything; name another mode`,
    );
  }
  if (dryRun) return { simulatorMode: 'replay' };
  if (mode === 'replay' && simulator !== undefined) {
    throw new CommandFailure(
      2,
      '--simulator-mode replay asks no simulator; leave out --simulator, or name another mode',
    );
  }
  // There is one simulator, and one scene in it.
  if (mode !== 'replay' && jobs > 1) {
    throw new CommandFailure(
      2,
      `--jobs must be 1 with --env ${env}: its simulator has one scene; --simulator-mode replay takes more`,
    );
  }
  if (mode === 'record' && simulatorMode === undefined && shipped) {
    throw new CommandFailure(
      2,
      'What a simulator answers would be recorded among the shipped tapes; say --simulator-mode record if you mean it, or live',
    );
  }
  return { simulatorMode: mode };
}
