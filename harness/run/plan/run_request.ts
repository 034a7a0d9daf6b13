import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import type { EnvChoice } from '../../episode/live_worlds.ts';

/** Which episodes of a suite to run. Absent lists mean all that the suite has. Plain data, so that a thread can be sent it. */
export type RunRequest = EnvChoice & {
  readonly suite: string;
  readonly planners?: readonly string[] | undefined;
  readonly scenes?: readonly string[] | undefined;
  readonly tasks?: readonly string[] | undefined;
  readonly trials?: number | undefined;
  /** Only this one of each task's trials, from 1. */
  readonly trial?: number | undefined;
  readonly model?: string | undefined;
  /** Planner name → prompt set or folder. */
  readonly prompts?: Readonly<Record<string, string>> | undefined;
  /** `KEY=VALUE`, on top of the suite's options. */
  readonly envOptions?: readonly string[] | undefined;
  readonly shard?: { readonly index: number; readonly count: number } | undefined;
  readonly callsMax?: number | undefined;
  /** Whether a suite from outside the current folder may bring planners of its own. */
  readonly allowCode?: boolean | undefined;
  /** Leaves reference plans out, so that planners have to search. */
  readonly searchAnew?: boolean | undefined;
};

export type RunSettings = {
  readonly mode: CassetteMode;
  /** Whether a miss names the recording that comes closest, for which the task's requests are read; default: it does. */
  readonly explainsMisses?: boolean | undefined;
  /** Where a simulator's answers come from, where a run is played in one; default: the tape alone. */
  readonly simulatorMode?: SimulatorMode | undefined;
  /** Folders of tapes, lowest first; recordings go to the last. */
  readonly tapes: readonly string[];
  readonly jobs: number;
  readonly embeddingModel?: string | undefined;
  /** Path of an installed Fast Downward, for planners with `solver=fast-downward`. */
  readonly fastDownward?: string | undefined;
  readonly episodeTimeoutS?: number | undefined;
  readonly startTimeoutS?: number | undefined;
  readonly decisionTimeoutS?: number | undefined;
};

/** The model that the release of OLP asks for embeddings. */
export const EMBEDDING_MODEL = 'text-embedding-3-small';

/**
 * How long an episode may work, without its waits for the model or for Fast Downward. No episode of a shipped suite takes a hundredth of
 * it. It is the one place where a trace depends on the clock.
 */
export const EPISODE_TIMEOUT_S = 1_800;

/** How long a planner that is a program may take to its first message, all that it loads counted, and to each decision. */
export const START_TIMEOUT_S = 60;
export const DECISION_TIMEOUT_S = 60;

/**
 * `replay` answers from the tape alone. `record` asks the simulator for what is missing, `rerecord` for everything. `live` asks for
 * everything, and keeps nothing.
 */
export const SIMULATOR_MODES = ['replay', 'record', 'rerecord', 'live'] as const;

export type SimulatorMode = (typeof SIMULATOR_MODES)[number];

export function isRecording(mode: SimulatorMode | undefined): boolean {
  return mode === 'record' || mode === 'rerecord';
}

export const ALLOW_CODE = {
  type: 'boolean',
  default: false,
  describe: 'Load the planners of a suite from outside the current folder, which runs their code or programs',
} as const;
