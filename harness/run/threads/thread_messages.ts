/**
 * What a run's main thread and the threads of its episodes say to each other.
 *
 * A thread plays; whatever an episode wants from outside that must not be owned twice (the tape that is being recorded, the
 * connection to the model, other programs) it asks of the main thread.
 *
 * @module
 */
import type { AnsweredCall } from '../../../cassettes/cassette/episode_llm.ts';
import type { Recording } from '../../../cassettes/format/journal.ts';
import type { ChatOptions, Message } from '../../../cassettes/llm.ts';
import type { ProgramCommand } from '../../episode/any_language/program_command.ts';
import type { ProgramTalk } from '../../episode/any_language/program_planner.ts';
import type { CarriedError } from '../../io/errors/carried_error.ts';
import type { EpisodeKinds } from '../plan/episode_list.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import type { RunRequest } from '../plan/run_request.ts';
import type { RunSettings } from '../plan/run_settings.ts';
import type { PlayedEpisode } from './play_episode.ts';

/** What a thread is to plan, before it plays any of it. */
export type ThreadOrder = {
  readonly request: RunRequest;
  readonly settings: RunSettings;
  /** Whether to make sure that everything is there which the episodes need. One thread does it for all. */
  readonly checksSetUp: boolean;
};

/** A plan, as far as a message can carry it. */
export type RunOutline = Pick<RunPlan, 'suite' | 'model' | 'planners' | 'numbers'> & { readonly kinds: EpisodeKinds };

/** What an episode asks of the main thread. */
export type Question =
  | { readonly ask: 'chat'; readonly messages: readonly Message[]; readonly options: ChatOptions }
  | { readonly ask: 'embed'; readonly texts: readonly string[]; readonly purpose: string }
  | { readonly ask: 'fastDownward'; readonly domain: string; readonly problem: string }
  /** Of a planner that is a program, which is started by its first turn. */
  | { readonly ask: 'programTurn'; readonly command: ProgramCommand; readonly turn: Parameters<ProgramTalk['turn']> }
  | { readonly ask: 'programEnd'; readonly last: string | undefined }
  /** To record what a simulator answered. */
  | { readonly ask: 'keepAnswer'; readonly recording: Recording };

/** The calls of the model are those that were answered since the last answer. */
export type Answer = { readonly calls: readonly AnsweredCall[] } & (
  | { readonly value: unknown }
  | { readonly error: CarriedError }
);

export type ToThread =
  | { readonly order: ThreadOrder }
  /** By its number. */
  | { readonly play: number }
  | { readonly answerTo: number; readonly answer: Answer };

/** Whether the thread can be ordered something else. One that loaded a user's file cannot: by the next run, the file may be another. */
type Reusable = { readonly isReusable: boolean };

export type FromThread =
  | ({ readonly outline: RunOutline } & Reusable)
  /** What was ordered cannot be played: the plan or the set-up is broken. */
  | ({ readonly refused: CarriedError } & Reusable)
  | { readonly question: Question; readonly id: number }
  | { readonly played: PlayedEpisode }
  /** Nothing more can be played: the client is broken. */
  | { readonly failed: CarriedError };
