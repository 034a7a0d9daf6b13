import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import type { EnvChoice } from '../../episode/live_worlds.ts';
import type { Optional } from '../../io/own_value.ts';

type EpisodeChoice = {
  planners: readonly string[];
  scenes: readonly string[];
  tasks: readonly string[];
  trials: number;
  trial: number;
  model: string;
  /** Planner name → prompt set or folder. */
  prompts: Readonly<Record<string, string>>;
  /** `KEY=VALUE`, on top of the suite's options. */
  envOptions: readonly string[];
  shard: Readonly<{ index: number; count: number }>;
  callsMax: number;
  allowCode: boolean;
  searchAnew: boolean;
};

export type RunRequest = EnvChoice & Optional<EpisodeChoice> & { readonly suite: string };

type AnswerOptions = {
  explainsMisses: boolean;
  simulatorMode: SimulatorMode;
  embeddingModel: string;
  fastDownward: string;
  episodeTimeoutS: number;
  startTimeoutS: number;
  decisionTimeoutS: number;
};

export type RunSettings = Optional<AnswerOptions> &
  Readonly<{
    mode: CassetteMode;
    /** Folders of tapes, lowest first; recordings go to the last. */
    tapes: readonly string[];
    jobs: number;
  }>;

/** The embedding model of OLP's release. */
export const EMBEDDING_MODEL = 'text-embedding-3-small';

/** Without waits for the model and Fast Downward. */
export const EPISODE_TIMEOUT_S = 1_800;

/** Limits of program planners. */
export const START_TIMEOUT_S = 60;
export const DECISION_TIMEOUT_S = 60;

/** `record` asks the simulator for missing answers, `rerecord` for all; `live` records nothing. */
export const SIMULATOR_MODES = ['replay', 'record', 'rerecord', 'live'] as const;

export type SimulatorMode = (typeof SIMULATOR_MODES)[number];

export function isRecording(mode: SimulatorMode | undefined): boolean {
  return mode === 'record' || mode === 'rerecord';
}

export const ALLOW_CODE = {
  type: 'boolean',
  default: false,
  describe: 'Load planners even if their suite is outside the current folder; this runs their code or programs',
} as const;
