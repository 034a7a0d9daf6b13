/** No death of a process may lose data. */
import { z } from 'zod';
import type { Address } from '../../cassettes/format/entry.ts';
import type { TapedRequest } from '../../cassettes/wire/taped_request.ts';
import { queuedSweepSchema } from './sweep_file.ts';

export const sweepRecordSchema = z.strictObject({
  format: z.literal(2),
  sweep: queuedSweepSchema,
  code: z.string(),
  digest: z.string(),
});

export type SweepRecord = Readonly<z.infer<typeof sweepRecordSchema>>;

/** No two cells share an address. */
export type QueuedCell = {
  readonly id: string;
  /** `suite/scene/task/trial MODEL`, for people. */
  readonly name: string;
  readonly model: string;
  /** Higher goes sooner. */
  readonly priority: number;
};

export type CellFailure = {
  readonly cause: string;
  readonly episode?: string;
  readonly address?: Address;
  readonly request?: TapedRequest;
};

/** A cell that is given back plays again, without counting an attempt. */
export type CellEnd = 'done' | 'given_back' | CellFailure;

export type PlayCell = (cell: string, signal: AbortSignal) => Promise<CellEnd>;

export type WorkOptions = {
  readonly concurrency: number;
  /** Running cells still end. */
  readonly signal: AbortSignal;
  /** Ends when all cells are done or failed, or the sweep stops. */
  readonly untilIdle: boolean;
};

/** Null while the sweep runs. */
export type StopReason = string | null;

export const PAUSED = 'paused by `tapedeck sweep pause`';

/** False for a pause: its user may resume meanwhile. */
export function isStopped(reason: StopReason): boolean {
  return reason !== null && reason !== PAUSED;
}

/** Pause after the first attempt; doubles each time. */
export const ATTEMPT_PAUSE_MS = 5_000;

/** `line`: JSON of the entry and, unless it was known before, the request. */
export type StoredAnswer = { readonly cell: string; readonly address: string; readonly line: string };

export type FailedCell = { readonly cell: string; readonly attempts: number; readonly failure: CellFailure };

export const FAILED_SHOWN = 100;

export type CellCounts = { waiting: number; active: number; done: number; failed: number };

export type StoreProgress = {
  /** By model; models without cells may be absent. */
  readonly cells: ReadonlyMap<string, CellCounts>;
  readonly uncollected: number;
  readonly workers: number;
  /** At most `FAILED_SHOWN`. */
  readonly failed: readonly FailedCell[];
};

export type Spending = 'calls' | 'promptTokens' | 'completionTokens' | 'nanoUsd';

export type CountName = 'nanoUsd' | `${Spending}:${string}`;
export type DocumentName = 'record' | 'stopped' | 'collector' | `provider:${string}` | CountName;

export interface SweepStore {
  readonly shown: string;

  read(names: readonly DocumentName[]): Promise<readonly (string | null)[]>;
  /** Atomic. May call `change` again; the clock is shared by all processes. */
  change(name: DocumentName, change: (before: string | null, nowMs: number) => string | null): Promise<void>;

  find(cell: string, address: string): Promise<string | null>;
  /**
   * The first at an address wins. Null counts: already on a tape, never collected.
   * Returns the kept line; stores nothing for a done cell.
   */
  keep(answer: StoredAnswer, counts: Readonly<Record<CountName, number>> | null): Promise<string>;
  uncollected(max: number): Promise<readonly StoredAnswer[]>;
  /** Call once on disk; forgets each answer once its cell is done. */
  collected(answers: readonly Omit<StoredAnswer, 'line'>[]): Promise<void>;
  /** Excludes other collectors until its function is called. Rejects with a CommandFailure if one is active. */
  collectAlone(): Promise<() => Promise<void>>;

  /** Existing cells stay unchanged. */
  add(cells: readonly QueuedCell[], attempts: number): Promise<void>;
  retryFailed(): Promise<void>;
  /** Also replays cells of dead workers. */
  work(play: PlayCell, options: WorkOptions & { readonly stopped: () => Promise<StopReason> }): Promise<void>;

  progress(): Promise<StoreProgress>;
  clear(): Promise<void>;
  close(): Promise<void>;
}
