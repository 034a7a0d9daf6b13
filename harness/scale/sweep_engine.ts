import { z } from 'zod';
import { type Address, addressId, type Entry, entrySchema } from '../../cassettes/format/entry.ts';
import { type Recording, recordingSchema } from '../../cassettes/format/journal.ts';
import type { TapedRequest } from '../../cassettes/wire/exchange.ts';
import { JsonError, readCheckedJson, readLargeJson } from '../../envs/checked_json.ts';
import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import {
  lowerLimit,
  movePlaces,
  NEW_PROVIDER,
  type ProviderNews,
  type ProviderState,
  perUnitMs,
  providerStateSchema,
  type Rates,
  takePlace,
} from './rate_limit.ts';
import { budgetStopReason, type Cost, queuedSweepSchema } from './sweep_file.ts';

const sweepRecordSchema = z.strictObject({
  format: z.literal(2),
  sweep: queuedSweepSchema,
  code: z.string(),
  digest: z.string(),
});

export type SweepRecord = Readonly<z.infer<typeof sweepRecordSchema>>;

/** No two cells share an address. */
export type QueuedCell = Readonly<{
  id: string;
  /** `suite/scene/task/trial MODEL`, for people. */
  name: string;
  model: string;
  priority: number;
}>;

export type CellFailure = Readonly<{ cause: string; episode?: string; address?: Address; request?: TapedRequest }>;

/** `given_back` does not count as an attempt. */
export type CellEnd = 'done' | 'given_back' | CellFailure;

export type PlayCell = (cell: string, signal: AbortSignal) => Promise<CellEnd>;

export type WorkOptions = Readonly<{
  concurrency: number;
  /** Ends the work after the active cells. */
  signal: AbortSignal;
  /** Also ends when no cell is left, or the sweep stops. */
  untilIdle: boolean;
}>;

export const PAUSED = 'paused by `tapedeck sweep pause`';

export function isStopped(reason: string | null): boolean {
  return reason !== null && reason !== PAUSED;
}

export const ATTEMPT_PAUSE_MS = 5_000; // doubles with each attempt

/** `line`: JSON of the entry and, unless it is on a tape, of the request. */
export type StoredAnswer = Readonly<{ cell: string; address: string; line: string }>;

export type FailedCell = Readonly<{ cell: string; attempts: number; failure: CellFailure }>;
export const FAILED_SHOWN_MAX = 100;

type CellCounts = { waiting: number; active: number; done: number; failed: number };
export type CountedCells = Readonly<{ model: string; state: keyof CellCounts; number: number }>;

type StoreProgress = Readonly<{
  cells: readonly CountedCells[];
  uncollected: number;
  workers: number;
  failed: readonly FailedCell[];
}>;

const SPENDINGS = ['calls', 'promptTokens', 'completionTokens', 'nanoUsd'] as const;
type Spending = (typeof SPENDINGS)[number];

type DocumentName = 'record' | 'stopped' | `provider:${string}` | 'nanoUsd' | `${Spending}:${string}`;

/** A store loses no data if a process dies. */
export interface SweepStore {
  readonly label: string;

  read(names: readonly DocumentName[]): Promise<readonly (string | null)[]>;
  /** Atomic; may call `change` again. All processes share the clock. */
  change(name: DocumentName, change: (before: string | null, nowMs: number) => string | null): Promise<void>;

  find(cell: string, address: string): Promise<string | null>;
  /** Returns the first line at the address. Answers with null counts are on a tape, and never collected. */
  keep(answer: StoredAnswer, counts: Readonly<Record<string, number>> | null): Promise<string>;
  listUncollected(max: number): Promise<readonly Omit<StoredAnswer, 'address'>[]>;
  /** Only when the answers are on disk: the store deletes them with their cell. */
  markCollected(answers: readonly Omit<StoredAnswer, 'line'>[]): Promise<void>;
  /** Call the result to release. */
  collectAlone(): Promise<() => Promise<void>>;

  /** Keeps the states of existing cells. */
  add(cells: readonly QueuedCell[], attempts: number): Promise<void>;
  retryFailed(): Promise<void>;
  /** Also plays cells of dead workers. */
  work(play: PlayCell, options: WorkOptions & { readonly stopReason: () => Promise<string | null> }): Promise<void>;

  progress(): Promise<StoreProgress>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

export type Place = Readonly<{ waitMs: number; shiftMs: number }>;
export type KeptAnswer = Readonly<{ cell: string; recording: Recording }>;
export type ModelStatus = Readonly<Record<Spending, number>> & Readonly<{ model: string; cells: Readonly<CellCounts> }>;

export type SweepStatus = Omit<StoreProgress, 'cells'> &
  Readonly<{ name: string; stopped: string | null; models: readonly ModelStatus[]; budget: number | null }>;

export class SweepEngine {
  readonly #store: SweepStore;
  #cache: Readonly<{ text: string; record: SweepRecord }> | null = null;

  constructor(store: SweepStore) {
    this.#store = store;
  }

  async record(): Promise<SweepRecord | null> {
    return (await this.#state()).record;
  }

  async begin(record: SweepRecord, cells: readonly QueuedCell[]): Promise<void> {
    await this.#store.change('record', () => JSON.stringify(record));
    await this.#store.add(cells, record.sweep.attempts);
    await this.resume();
  }

  async addTaped(cell: string, entries: readonly Entry[]): Promise<void> {
    const answers = entries.map((entry) => ({ cell, address: addressId(entry), line: JSON.stringify({ entry }) }));
    await Promise.all(answers.map((answer) => this.#store.keep(answer, null)));
  }

  async work(play: PlayCell, options: WorkOptions): Promise<void> {
    await this.#store.work(play, { ...options, stopReason: () => this.stopReason() });
  }

  async find(cell: string, address: Address): Promise<Entry | null> {
    const line = await this.#store.find(cell, addressId(address));
    return line === null ? null : this.#entryIn(line);
  }

  async keep({ cell, recording }: KeptAnswer, model: string, cost: Cost): Promise<Entry> {
    const answer = { cell, address: addressId(recording.entry), line: JSON.stringify(recording) };
    const spent = { calls: 1, ...cost };
    const modelCounts = Object.fromEntries(SPENDINGS.map((name) => [`${name}:${model}`, spent[name]]));
    return this.#entryIn(await this.#store.keep(answer, { nanoUsd: cost.nanoUsd, ...modelCounts }));
  }

  async reserve(provider: string, tokens: number): Promise<Place | { readonly stopped: string }> {
    const { record, stopped } = await this.#state();
    if (stopped !== null) return { stopped };
    let place = { waitMs: 0, shiftMs: 0 };
    await this.#changeProvider(provider, (before, nowMs) => {
      const { state, waitMs } = takePlace(before, ratesOf(record, provider, before), { nowMs, tokens });
      place = { waitMs, shiftMs: state.shiftMs };
      return state;
    });
    return place;
  }

  async recheck(provider: string, shiftMs: number): Promise<Place | { readonly stopped: string }> {
    const stopped = await this.stopReason();
    if (stopped !== null) return { stopped };
    const [text = null] = await this.#store.read([`provider:${provider}`]);
    const now = this.#providerIn(text).shiftMs;
    return { waitMs: now - shiftMs, shiftMs: now };
  }

  /** `excessTokens`: used minus reserved tokens. */
  async learn(provider: string, news: ProviderNews, excessTokens: number): Promise<void> {
    const record = await this.record();
    await this.#changeProvider(provider, (before, nowMs) => {
      const { requestsPerMinute = before.requestsPerMinute, tokensPerMinute = before.tokensPerMinute } = news;
      const places = movePlaces(before, { nowMs, blockMs: news.blockMs ?? 0 });
      const state = { ...places, requestsPerMinute, tokensPerMinute };
      const laterMs = excessTokens * perUnitMs(ratesOf(record, provider, state).tokensPerMinute);
      return { ...state, tokensMs: state.tokensMs + laterMs };
    });
  }

  collectAlone(): Promise<() => Promise<void>> {
    return this.#store.collectAlone();
  }

  async listUncollected(max: number): Promise<readonly KeptAnswer[]> {
    const answers = await this.#store.listUncollected(max);
    const read = (line: string) => readLargeJson(line, recordingSchema, `answer in ${this.#store.label}`).value;
    return answers.map(({ cell, line }) => ({ cell, recording: read(line) }));
  }

  async markCollected(answers: readonly KeptAnswer[]): Promise<void> {
    const addresses = answers.map(({ cell, recording }) => ({ cell, address: addressId(recording.entry) }));
    await this.#store.markCollected(addresses);
  }

  async status(): Promise<SweepStatus | null> {
    const [{ record, stopped }, { cells, ...rest }] = await Promise.all([this.#state(), this.#store.progress()]);
    if (record === null) return null;
    const { name, models, budget = null } = record.sweep;
    const cellsByModel = Map.groupBy(cells, ({ model }) => model);
    const statuses = models.map(async ({ model }) => {
      const counts = { waiting: 0, active: 0, done: 0, failed: 0 };
      for (const { state, number } of cellsByModel.get(model) ?? []) counts[state] += number;
      return { model, cells: counts, ...(await this.#spendingOf(model)) };
    });
    return { name, stopped, models: await Promise.all(statuses), budget, ...rest };
  }

  async #spendingOf(model: string) {
    const counts = await this.#store.read(SPENDINGS.map((name) => `${name}:${model}` as const));
    const [calls = 0, promptTokens = 0, completionTokens = 0, nanoUsd = 0] = counts.map(Number);
    return { calls, promptTokens, completionTokens, nanoUsd };
  }

  async stopReason(): Promise<string | null> {
    return (await this.#state()).stopped;
  }

  async pause(reason: string): Promise<void> {
    if ((await this.record()) === null) return;
    await this.#store.change('stopped', (before) => before ?? reason);
  }

  async resume(): Promise<void> {
    await this.#store.change('stopped', () => null);
    await this.#store.retryFailed();
  }

  cancel(): Promise<void> {
    return this.#store.clear();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #state() {
    const [text = null, reason = null, nanoUsd] = await this.#store.read(['record', 'stopped', 'nanoUsd']);
    const record = this.#recordIn(text);
    if (record === null) return { record, stopped: 'the sweep was cancelled' };
    return { record, stopped: reason ?? budgetStopReason(record.sweep, Number(nanoUsd)) };
  }

  #changeProvider(provider: string, change: (state: ProviderState, nowMs: number) => ProviderState): Promise<void> {
    return this.#store.change(`provider:${provider}`, (before, nowMs) =>
      JSON.stringify(change(this.#providerIn(before), nowMs)),
    );
  }

  #recordIn(text: string | null): SweepRecord | null {
    if (text === null) return null;
    if (this.#cache?.text === text) return this.#cache.record;
    try {
      const record = readCheckedJson(text, sweepRecordSchema, `sweep in ${this.#store.label}`).value;
      this.#cache = { text, record };
      return record;
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      const remedy =
        'A different version of Tapedeck or another program wrote it; remove it with `tapedeck sweep cancel`';
      throw invalid(`${cause.message}. ${remedy}`, { cause });
    }
  }

  #providerIn(text: string | null): ProviderState {
    if (text === null) return NEW_PROVIDER;
    return readCheckedJson(text, providerStateSchema, `limits of a provider in ${this.#store.label}`).value;
  }

  #entryIn(line: string): Entry {
    return readLargeJson(line, z.object({ entry: entrySchema }), `answer in ${this.#store.label}`).value.entry;
  }
}

function ratesOf(record: SweepRecord | null, provider: string, theirs: Rates): Rates {
  const ours = ownValue(record?.sweep.providers ?? {}, provider);
  return {
    requestsPerMinute: lowerLimit(ours?.requestsPerMinute ?? null, theirs.requestsPerMinute),
    tokensPerMinute: lowerLimit(ours?.tokensPerMinute ?? null, theirs.tokensPerMinute),
  };
}

export function isOver({ models, stopped }: SweepStatus): boolean {
  return models.every(({ cells: { active, waiting } }) => active === 0 && (waiting === 0 || isStopped(stopped)));
}
