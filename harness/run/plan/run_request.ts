import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import type { EnvChoice } from '../../episode/live_worlds.ts';

/** An absent list means all of the suite. */
export type RunRequest = EnvChoice & {
  readonly suite: string;
  readonly planners?: readonly string[] | undefined;
  readonly scenes?: readonly string[] | undefined;
  readonly tasks?: readonly string[] | undefined;
  readonly trials?: number | undefined;
  /** From 1. */
  readonly trial?: number | undefined;
  readonly model?: string | undefined;
  /** Planner name → prompt set or folder. */
  readonly prompts?: Readonly<Record<string, string>> | undefined;
  /** `KEY=VALUE`, on top of the suite's options. */
  readonly envOptions?: readonly string[] | undefined;
  readonly shard?: { readonly index: number; readonly count: number } | undefined;
  readonly callsMax?: number | undefined;
  readonly allowCode?: boolean | undefined;
  readonly searchAnew?: boolean | undefined;
};

export type RunSettings = {
  readonly mode: CassetteMode;
  /** Default: true. */
  readonly explainsMisses?: boolean | undefined;
  /** Default: the tape alone. */
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

/** The embedding model of OLP's release. */
export const EMBEDDING_MODEL = 'text-embedding-3-small';

/** Excludes waits for model and Fast Downward. The only clock dependence of a trace. */
export const EPISODE_TIMEOUT_S = 1_800;

/** For a program planner's first message, loading included, and for each decision. */
export const START_TIMEOUT_S = 60;
export const DECISION_TIMEOUT_S = 60;

/** `record` asks the simulator for missing answers, `rerecord` for all; `live` asks for all and keeps none. */
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
