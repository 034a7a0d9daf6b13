/**
 * What an engine of sweeps needs from the place that keeps them, so that no death of a process loses anything. There are two: a file beside
 * the tapes, for one process, and Redis, for any number of hosts.
 */
import { z } from 'zod';
import type { Address } from '../../cassettes/format/address.ts';
import type { TapedRequest } from '../../cassettes/wire/taped_request.ts';
import { queuedSweepSchema } from './sweep_file.ts';

/** The sweep, the code that plays it, and the digest of all that its cells are played with: prompts, scenes, tasks, planners. */
export const sweepRecordSchema = z.strictObject({
  format: z.literal(2),
  sweep: queuedSweepSchema,
  code: z.string(),
  digest: z.string(),
});

export type SweepRecord = Readonly<z.infer<typeof sweepRecordSchema>>;

/** A cell as the queue knows it: all that plays in one task and trial, of one suite and model. No two cells share an address. */
export type QueuedCell = {
  readonly id: string;
  /** `suite/scene/task/trial MODEL`, for people. */
  readonly name: string;
  readonly model: string;
  /** The higher, the sooner. */
  readonly priority: number;
};

/** A call that got no answer, or anything else that kept a cell from being played. */
export type CellFailure = {
  readonly cause: string;
  readonly episode?: string;
  readonly address?: Address;
  readonly request?: TapedRequest;
};

/** How the play of a cell ended. One that is given back is played again, and that is no attempt. */
export type CellEnd = 'done' | 'given_back' | CellFailure;

export type PlayCell = (cell: string, signal: AbortSignal) => Promise<CellEnd>;

export type WorkOptions = {
  /** Cells at a time. */
  readonly concurrency: number;
  /** No cell is begun once it fires; `work` resolves when those under way have ended. */
  readonly signal: AbortSignal;
  /** Whether to end when every cell is done or failed, or the sweep was stopped. */
  readonly untilIdle: boolean;
};

/** Why no requests are sent; null while the sweep goes on. */
export type StopReason = string | null;

/** Why a sweep is stopped, where a person stopped it. */
export const PAUSED = 'paused by `tapedeck sweep pause`';

/** Whether the sweep stays stopped: a person who paused it means to resume it, and may do so meanwhile. */
export function isStopped(reason: StopReason): boolean {
  return reason !== null && reason !== PAUSED;
}

/** The pause after the first attempt at a cell; each one after it is twice as long. */
export const ATTEMPT_PAUSE_MS = 5_000;

/** An answer as it is kept: its entry and, unless it was known before, its request, in JSON. */
export type StoredAnswer = { readonly cell: string; readonly address: string; readonly line: string };

export type FailedCell = { readonly cell: string; readonly attempts: number; readonly failure: CellFailure };

/** Status lists so many failed cells. */
export const FAILED_SHOWN = 100;

export type CellCounts = { waiting: number; active: number; done: number; failed: number };

export type StoreProgress = {
  /** By model; a model without cells may be absent. */
  readonly cells: ReadonlyMap<string, CellCounts>;
  /** Answers that no tape holds yet. */
  readonly uncollected: number;
  readonly workers: number;
  /** At most `FAILED_SHOWN`. */
  readonly failed: readonly FailedCell[];
};

export type Spending = 'calls' | 'promptTokens' | 'completionTokens' | 'nanoUsd';

/** `nanoUsd` is of all models. */
export type CountName = 'nanoUsd' | `${Spending}:${string}`;
export type DocumentName = 'record' | 'stopped' | 'collector' | `provider:${string}` | CountName;

export interface SweepStore {
  /** For messages. */
  readonly shown: string;

  read(names: readonly DocumentName[]): Promise<readonly (string | null)[]>;
  /** Replaces a document, with no other change in between. `change` may be called again; the clock is one for all processes. */
  change(name: DocumentName, change: (before: string | null, nowMs: number) => string | null): Promise<void>;

  find(cell: string, address: string): Promise<string | null>;
  /**
   * Keeps an answer for good and adds to counts; of two at one address the first counts. Without counts it is on a tape already, and is not
   * to be collected. Returns the line that is kept; of a cell that is done none is.
   */
  keep(answer: StoredAnswer, counts: Readonly<Record<CountName, number>> | null): Promise<string>;
  /** At most so many answers that are on no tape yet. */
  uncollected(max: number): Promise<readonly StoredAnswer[]>;
  /** They are on the disk. An answer that is collected is forgotten once its cell is done. */
  collected(answers: readonly Omit<StoredAnswer, 'line'>[]): Promise<void>;
  /** No other process collects until the function it resolves to is called. Rejects with a CommandFailure where one does. */
  collectAlone(): Promise<() => Promise<void>>;

  /** Queues cells; those that are there already stay as they are. */
  add(cells: readonly QueuedCell[], attempts: number): Promise<void>;
  /** Queues those that failed again, with all their attempts. */
  retryFailed(): Promise<void>;
  /** Plays cells, in this process, and those of a worker that died again. */
  work(play: PlayCell, options: WorkOptions & { readonly stopped: () => Promise<StopReason> }): Promise<void>;

  progress(): Promise<StoreProgress>;
  /** Forgets everything. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
