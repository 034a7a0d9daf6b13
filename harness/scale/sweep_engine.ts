import { z } from 'zod';
import { type Address, addressId } from '../../cassettes/format/address.ts';
import { type Entry, entrySchema } from '../../cassettes/format/entry.ts';
import { type Recording, recordingSchema } from '../../cassettes/format/journal.ts';
import { JsonError, readCheckedJson, readLargeJson } from '../../envs/checked_json.ts';
import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { budgetSpent, type Cost } from './budget.ts';
import {
  lower,
  movePlaces,
  NEW_PROVIDER,
  type ProviderNews,
  type ProviderState,
  perUnitMs,
  providerStateSchema,
  type Rates,
  takePlace,
} from './rate_limit.ts';
import {
  type CellCounts,
  type FailedCell,
  isStopped,
  type PlayCell,
  type QueuedCell,
  type Spending,
  type StopReason,
  type SweepRecord,
  type SweepStore,
  sweepRecordSchema,
  type WorkOptions,
} from './sweep_store.ts';

export type Stopped = { readonly stopped: string };

export type Place = {
  readonly waitMs: number;
  readonly shiftMs: number;
};

export type Kept = { readonly cell: string; readonly recording: Recording };

export type ModelStatus = Readonly<Record<Spending, number>> & {
  readonly model: string;
  readonly cells: Readonly<CellCounts>;
};

export type SweepStatus = {
  readonly name: string;
  readonly stopped: StopReason;
  readonly models: readonly ModelStatus[];
  readonly budget: number | null;
  readonly uncollected: number;
  readonly workers: number;
  readonly failed: readonly FailedCell[];
};

const NO_CELLS = { waiting: 0, active: 0, done: 0, failed: 0 };
const SPENDINGS: readonly Spending[] = ['calls', 'promptTokens', 'completionTokens', 'nanoUsd'];

export class SweepEngine {
  readonly #store: SweepStore;
  /** Cache: each request reads it. */
  #read: { readonly text: string; readonly record: SweepRecord } | null = null;

  constructor(store: SweepStore) {
    this.#store = store;
  }

  /** Null without a sweep. Throws a CommandFailure on an invalid record. */
  async record(): Promise<SweepRecord | null> {
    return (await this.#standing()).record;
  }

  /** Also queues failed cells and lifts a stop. */
  async begin(record: SweepRecord, cells: readonly QueuedCell[]): Promise<void> {
    await this.#store.change('record', () => JSON.stringify(record));
    await this.#store.add(cells, record.sweep.attempts);
    await this.resume();
  }

  /** Neither counts nor collects them. */
  async know(cell: string, entries: readonly Entry[]): Promise<void> {
    const answers = entries.map((entry) => ({ cell, address: addressId(entry), line: JSON.stringify({ entry }) }));
    await Promise.all(answers.map((answer) => this.#store.keep(answer, null)));
  }

  async work(play: PlayCell, options: WorkOptions): Promise<void> {
    await this.#store.work(play, { ...options, stopped: () => this.stopped() });
  }

  async find(cell: string, address: Address): Promise<Entry | null> {
    const line = await this.#store.find(cell, addressId(address));
    return line === null ? null : this.#answerIn(line, entryLineSchema).entry;
  }

  /** The first answer at an address wins and is returned. */
  async keep({ cell, recording }: Kept, model: string, cost: Cost): Promise<Entry> {
    const answer = { cell, address: addressId(recording.entry), line: JSON.stringify(recording) };
    const costs = Object.entries({ calls: 1, ...cost }).map(([what, count]) => [`${what}:${model}`, count]);
    const line = await this.#store.keep(answer, { nanoUsd: cost.nanoUsd, ...Object.fromEntries(costs) });
    return this.#answerIn(line, entryLineSchema).entry;
  }

  async reserve(provider: string, tokens: number): Promise<Place | Stopped> {
    const { record, stopped } = await this.#standing();
    if (stopped !== null) return { stopped };
    let place = { waitMs: 0, shiftMs: 0 };
    await this.#changeProvider(provider, (state, nowMs) => {
      const { places, waitMs } = takePlace(state, ratesOf(record, provider, state), { nowMs, tokens });
      place = { waitMs, shiftMs: places.shiftMs };
      return places;
    });
    return place;
  }

  async moved(provider: string, shiftMs: number): Promise<Place | Stopped> {
    const stopped = await this.stopped();
    if (stopped !== null) return { stopped };
    const [text = null] = await this.#store.read([`provider:${provider}`]);
    const state = this.#stateIn(text);
    return { waitMs: state.shiftMs - shiftMs, shiftMs: state.shiftMs };
  }

  /** `tokensBeyond`: used minus reserved tokens. */
  async learn(provider: string, news: ProviderNews, tokensBeyond: number): Promise<void> {
    const { record } = await this.#standing();
    await this.#changeProvider(provider, (before, nowMs) => {
      const { requestsPerMinute = before.requestsPerMinute, tokensPerMinute = before.tokensPerMinute } = news;
      const state = {
        ...movePlaces(before, { nowMs, forMs: news.blockedMs ?? 0 }),
        requestsPerMinute,
        tokensPerMinute,
      };
      const laterMs = tokensBeyond * perUnitMs(ratesOf(record, provider, state).tokensPerMinute);
      return { ...state, tokensMs: state.tokensMs + laterMs };
    });
  }

  /** Rejects with a CommandFailure if another process collects. */
  collectAlone(): Promise<() => Promise<void>> {
    return this.#store.collectAlone();
  }

  async uncollected(max: number): Promise<readonly Kept[]> {
    const answers = await this.#store.uncollected(max);
    return answers.map(({ cell, line }) => ({ cell, recording: this.#answerIn(line, recordingSchema) }));
  }

  async collected(kept: readonly Kept[]): Promise<void> {
    await this.#store.collected(kept.map(({ cell, recording }) => ({ cell, address: addressId(recording.entry) })));
  }

  async status(): Promise<SweepStatus | null> {
    const [{ record, stopped }, { cells, ...rest }] = await Promise.all([this.#standing(), this.#store.progress()]);
    if (record === null) return null;
    const { name, models, budget = null } = record.sweep;
    const statuses = models.map(async ({ model }) => {
      return { model, cells: cells.get(model) ?? NO_CELLS, ...(await this.#spentBy(model)) };
    });
    return { name, stopped, models: await Promise.all(statuses), budget, ...rest };
  }

  async #spentBy(model: string): Promise<Record<Spending, number>> {
    const counts = await this.#store.read(SPENDINGS.map((what) => `${what}:${model}` as const));
    const [calls = 0, promptTokens = 0, completionTokens = 0, nanoUsd = 0] = counts.map(Number);
    return { calls, promptTokens, completionTokens, nanoUsd };
  }

  async stopped(): Promise<StopReason> {
    return (await this.#standing()).stopped;
  }

  /** The first reason stands. */
  async pause(reason: string): Promise<void> {
    if ((await this.record()) === null) return;
    await this.#store.change('stopped', (before) => before ?? reason);
  }

  /** Also replays failed cells. */
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

  async #standing(): Promise<{ readonly record: SweepRecord | null; readonly stopped: StopReason }> {
    const [text = null, reason = null, nanoUsd] = await this.#store.read(['record', 'stopped', 'nanoUsd']);
    const record = this.#recordIn(text);
    if (record === null) return { record, stopped: 'the sweep was cancelled' };
    return { record, stopped: reason ?? budgetSpent(record.sweep, Number(nanoUsd)) };
  }

  #changeProvider(provider: string, change: (state: ProviderState, nowMs: number) => ProviderState): Promise<void> {
    return this.#store.change(`provider:${provider}`, (before, nowMs) =>
      JSON.stringify(change(this.#stateIn(before), nowMs)),
    );
  }

  /** Untrusted input from Redis. */
  #recordIn(text: string | null): SweepRecord | null {
    if (text === null) return null;
    if (this.#read?.text === text) return this.#read.record;
    try {
      const record = readCheckedJson(text, sweepRecordSchema, `sweep in ${this.#store.shown}`).value;
      this.#read = { text, record };
      return record;
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      const remedy = 'Another version of Tapedeck, or somebody else, wrote it; `tapedeck sweep cancel` forgets it';
      throw invalid(`${cause.message}. ${remedy}`, { cause });
    }
  }

  #stateIn(text: string | null): ProviderState {
    if (text === null) return NEW_PROVIDER;
    return readCheckedJson(text, providerStateSchema, `limits of a provider in ${this.#store.shown}`).value;
  }

  #answerIn<T>(line: string, schema: z.ZodType<T>): T {
    return readLargeJson(line, schema, `answer in ${this.#store.shown}`).value;
  }
}

const entryLineSchema = z.object({ entry: entrySchema });

function ratesOf(record: SweepRecord | null, provider: string, theirs: Rates): Rates {
  const ours = record === null ? undefined : ownValue(record.sweep.providers, provider);
  return {
    requestsPerMinute: lower(ours?.requestsPerMinute ?? null, theirs.requestsPerMinute),
    tokensPerMinute: lower(ours?.tokensPerMinute ?? null, theirs.tokensPerMinute),
  };
}

export function isOver({ models, stopped }: SweepStatus): boolean {
  const count = (state: 'waiting' | 'active') => models.reduce((sum, { cells }) => sum + cells[state], 0);
  return count('active') === 0 && (count('waiting') === 0 || isStopped(stopped));
}
