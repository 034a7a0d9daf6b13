/**
 * The contract of an engine: it keeps the queue of a sweep's cells, their answers, what was spent and what each provider allows, so that
 * whoever dies, nothing is lost.
 *
 * There are two: one in a file beside the tapes, for one process, and one in Redis, for any number of hosts. Both pass
 * `testing/engine_contract.ts`; what plays, asks and collects is the same above them.
 *
 * @module
 */
import { z } from 'zod';
import type { Address } from '../../../cassettes/format/address.ts';
import type { Entry } from '../../../cassettes/format/entry.ts';
import type { Recording } from '../../../cassettes/format/journal.ts';
import type { TapedRequest } from '../../../cassettes/wire/taped_request.ts';
import { queuedSweepSchema } from './sweep_file.ts';

/** What is swept, by which code, and the digest of everything that the cells are played with: prompts, scenes, tasks, planners. */
export const sweepRecordSchema = z.strictObject({ sweep: queuedSweepSchema, code: z.string(), digest: z.string() });

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

/** What an answer cost. Money is counted in whole billionths of a US dollar, which add up exactly. */
export type Cost = { readonly promptTokens: number; readonly completionTokens: number; readonly nanoUsd: number };

/** A call that got no answer, or whatever else kept a cell from being played. */
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
  /** Nothing new is begun once it fires; resolves when what was begun has ended. */
  readonly signal: AbortSignal;
  /** Whether to end when every cell is done or failed, or the sweep was stopped. */
  readonly untilIdle: boolean;
};

/** Nothing more is asked, for this reason. */
export type Stopped = { readonly stopped: string };

/** A place among a provider's requests. */
export type Place = {
  /** When it comes. */
  readonly waitMs: number;
  /** To ask by whether it has been moved since. */
  readonly shiftMs: number;
};

/** What a provider's response says of its limits. */
export type ProviderNews = {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** Nothing may be sent for so long. */
  readonly blockedMs?: number;
};

/** An answer on its way to the tape. */
export type Kept = { readonly cell: string; readonly recording: Recording };

export type FailedCell = { readonly cell: string; readonly attempts: number; readonly failure: CellFailure };

export type ModelStatus = Cost & {
  readonly model: string;
  readonly cells: { readonly waiting: number; readonly active: number; readonly done: number; readonly failed: number };
  readonly calls: number;
};

export type SweepStatus = {
  readonly name: string;
  /** Why nothing is asked; null while the sweep goes on. */
  readonly stopped: string | null;
  readonly models: readonly ModelStatus[];
  readonly budget: number | null;
  /** Answers that no tape holds yet. */
  readonly uncollected: number;
  readonly workers: number;
  /** At most `FAILED_SHOWN`. */
  readonly failed: readonly FailedCell[];
};

/** So many failed cells are told one by one. */
export const FAILED_SHOWN = 100;

/** Why a sweep is stopped, where a person stopped it. */
export const PAUSED = 'paused by `tapedeck sweep pause`';

/** Whether nothing will go on by itself; somebody who pauses a sweep means to resume it, and may do so meanwhile. */
export function isStopped(reason: string | null): boolean {
  return reason !== null && reason !== PAUSED;
}

/** Pauses between attempts at a cell begin with this, and double. */
export const ATTEMPT_PAUSE_MS = 5_000;

export interface SweepEngine {
  /** What was begun last and not cancelled; null where nothing was. */
  record(): Promise<SweepRecord | null>;
  /** Queues the cells that are not done, those that failed as well, and lets the sweep go on where it was stopped. */
  begin(record: SweepRecord, cells: readonly QueuedCell[]): Promise<void>;
  /** Answers of a cell that are on a tape already; nothing is counted or collected. Of a cell that is done none is kept. */
  know(cell: string, entries: readonly Entry[]): Promise<void>;

  /** Plays cells, each of them here or elsewhere, and those of a worker that died again. */
  work(play: PlayCell, options: WorkOptions): Promise<void>;
  /** What is kept at an address; null where nothing is. */
  find(cell: string, address: Address): Promise<Entry | null>;
  /** Keeps an answer for good and counts what it cost. Of two at one address the first counts: it is returned. */
  keep(kept: Kept, model: string, cost: Cost): Promise<Entry>;
  /** Takes the next place among a provider's requests, for about so many tokens. */
  reserve(provider: string, tokens: number): Promise<Place | Stopped>;
  /** Asked when a place has come: how much later it has been moved meanwhile. */
  moved(provider: string, shiftMs: number): Promise<Place | Stopped>;
  /** What a response says, and how many tokens it took beyond those reserved (below 0 where fewer). */
  learn(provider: string, news: ProviderNews, tokensBeyond: number): Promise<void>;

  /** Nobody else collects, until what it resolves to is called. Rejects with a CommandFailure where somebody does. */
  collectAlone(): Promise<() => Promise<void>>;
  /** Answers that are in no tape yet, at most so many. */
  uncollected(max: number): Promise<readonly Kept[]>;
  /** They are on the disk. What was kept of cells that are done and collected is forgotten. */
  collected(kept: readonly Kept[]): Promise<void>;

  status(): Promise<SweepStatus | null>;
  /** Why nothing may be asked; null while the sweep goes on. */
  stopped(): Promise<string | null>;
  /** Nothing new is asked from now on. The first reason stands. */
  pause(reason: string): Promise<void>;
  /** Goes on; failed cells are played again. */
  resume(): Promise<void>;
  /** Forgets the sweep: queue, answers that were not collected, counts. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}
