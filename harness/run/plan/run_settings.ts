/**
 * How the episodes of a run are played, whichever they are.
 *
 * @module
 */
import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import type { SimulatorMode } from './simulator_mode.ts';

export type RunSettings = {
  readonly mode: CassetteMode;
  /** Whether a miss names the recording that comes closest, for which the task's requests are read; it does unless told otherwise. */
  readonly explainsMisses?: boolean;
  /** Where a simulator's answers come from, where a run is played in one; from the tape alone unless told otherwise. */
  readonly simulatorMode?: SimulatorMode;
  /** Folders of tapes, lowest first; recordings go to the last. */
  readonly tapes: readonly string[];
  /** At least 1. */
  readonly jobs: number;
  /** Which model embeds texts; see `EMBEDDING_MODEL`. */
  readonly embeddingModel?: string;
  /** Path of an installed Fast Downward, for planners that are told to plan with it. */
  readonly fastDownward?: string;
  /** How long an episode may work; see `EPISODE_TIMEOUT_S`. */
  readonly episodeTimeoutS?: number;
  /** How long a planner that is a program may take to its first message, and to each decision; see `START_TIMEOUT_S`. */
  readonly startTimeoutS?: number;
  readonly decisionTimeoutS?: number;
};

/** The model that the release of OLP asks for embeddings. */
export const EMBEDDING_MODEL = 'text-embedding-3-small';

/**
 * How long an episode may work, unless told otherwise; waiting for the model or for Fast Downward is not counted. No episode of a
 * shipped suite takes a hundredth of it. It is the one place where a trace depends on the clock.
 */
export const EPISODE_TIMEOUT_S = 1_800;

/** The same for a planner that is a program: to its first message, in which all that it loads is counted, */
export const START_TIMEOUT_S = 60;
/** and to each decision. */
export const DECISION_TIMEOUT_S = 60;
