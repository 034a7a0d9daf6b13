/**
 * The engine in Redis, for any number of workers on any number of hosts.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '../../io/errors/failure.ts';
import {
  FAILED_SHOWN,
  type FailedCell,
  isStopped,
  type PlayCell,
  type QueuedCell,
  type SweepEngine,
  type SweepRecord,
  type SweepStatus,
  type WorkOptions,
} from '../engine/sweep_engine.ts';
import { RedisAnswers } from './redis_answers.ts';
import type { RedisConnection } from './redis_connection.ts';
import { RedisLimits } from './redis_limits.ts';
import { type QueueHooks, RedisQueue } from './redis_queue.ts';
import { HOLD, KEYS, LET_GO, PREFIX } from './sweep_scripts.ts';

export type RedisEngineOptions = {
  readonly connection: RedisConnection;
  /** A worker that gives no sign for so long has lost its cells. */
  readonly stalledMs: number;
  readonly say: (message: string) => void;
};

/** Whoever collects says so three times within this. */
const HOLD_MS = 10_000;

export class RedisEngine implements SweepEngine {
  readonly #connection: RedisConnection;
  readonly #say: (message: string) => void;
  readonly #queue: RedisQueue;
  readonly #answers: RedisAnswers;
  readonly #limits: RedisLimits;
  /** Which model a cell is of; they do not change. */
  #models: ReadonlyMap<string, string> = new Map();

  constructor({ connection, stalledMs, say }: RedisEngineOptions) {
    this.#connection = connection;
    this.#say = say;
    this.#queue = new RedisQueue(connection, stalledMs);
    this.#answers = new RedisAnswers(connection.redis);
    this.#limits = new RedisLimits(connection.redis);
  }

  readonly record: SweepEngine['record'] = () => this.#limits.record();
  readonly stopped: SweepEngine['stopped'] = () => this.#limits.stopped();
  readonly moved: SweepEngine['moved'] = (provider, shiftMs) => this.#limits.moved(provider, shiftMs);
  readonly learn: SweepEngine['learn'] = (provider, news, beyond) => this.#limits.learn(provider, news, beyond);
  readonly know: SweepEngine['know'] = (cell, entries) => this.#answers.know(cell, entries);
  readonly find: SweepEngine['find'] = (cell, address) => this.#answers.find(cell, address);
  readonly keep: SweepEngine['keep'] = (kept, model, cost) => this.#answers.keep(kept, model, cost);
  readonly uncollected: SweepEngine['uncollected'] = (max) => this.#answers.uncollected(max);
  readonly collected: SweepEngine['collected'] = (kept) => this.#answers.collected(kept);

  async begin(record: SweepRecord, cells: readonly QueuedCell[]) {
    const { redis } = this.#connection;
    const { budget, attempts } = record.sweep;
    await this.#limits.begin(record);
    for (const { id, name, model } of cells) await redis.hset(KEYS.cells, id, JSON.stringify({ name, model }));
    await redis.hset(KEYS.sweep, 'record', JSON.stringify(record));
    if (budget === undefined) await redis.hdel(KEYS.sweep, 'budget');
    else await redis.hset(KEYS.sweep, 'budget', String(Math.ceil(budget * 1e9)));
    await this.#queue.add(cells, attempts);
    await this.resume();
  }

  async work(play: PlayCell, options: WorkOptions) {
    const { redis } = this.#connection;
    const hooks: QueueHooks = {
      isStopped: async () => isStopped(await this.#limits.stopped()),
      onDone: async (cell) => void (await redis.hdel(KEYS.failures, cell)),
      onFailure: async (cell, failure, made) =>
        void (await redis.hset(KEYS.failures, cell, JSON.stringify({ attempts: made, failure }))),
      say: this.#say,
    };
    const playUnlessStopped: PlayCell = async (cell, signal) => {
      const stopped = await this.#limits.stopped();
      if (stopped === null) return play(cell, signal);
      await this.#queue.pause();
      return 'given_back';
    };
    await this.#queue.work(playUnlessStopped, options, hooks);
  }

  async reserve(provider: string, tokens: number) {
    const place = await this.#limits.reserve(provider, tokens);
    if ('stopped' in place) await this.#queue.pause();
    return place;
  }

  async collectAlone() {
    const { redis, shown } = this.#connection;
    const me = `process ${process.pid} on "${hostname()}" (${randomUUID()})`;
    const hold = () => redis.eval(HOLD, 1, KEYS.collector, me, HOLD_MS);
    // One that was killed holds on for a while.
    for (let left = HOLD_MS; (await hold()) !== 1; left -= 1_000) {
      if (left > 0) await sleep(1_000);
      else throw invalid(`The sweep in Redis at ${shown} is collected by ${await redis.get(KEYS.collector)} already`);
    }
    const renewal = setInterval(() => hold().catch(() => {}), HOLD_MS / 3);
    return async () => {
      clearInterval(renewal);
      await redis.eval(LET_GO, 1, KEYS.collector, me);
    };
  }

  async status(): Promise<SweepStatus | null> {
    const record = await this.record();
    if (record === null) return null;
    const { name, models, budget = null } = record.sweep;
    const [ids, spent, stopped, uncollected, workers] = await Promise.all([
      this.#queue.ids(),
      this.#connection.redis.hgetall(KEYS.spent),
      this.#limits.stopped(),
      this.#answers.waiting(),
      this.#queue.workers(),
    ]);
    const counts = new Map(models.map(({ model }) => [model, { waiting: 0, active: 0, done: 0, failed: 0 }]));
    for (const state of ['waiting', 'active', 'done', 'failed'] as const) {
      for (const id of ids[state]) {
        const count = counts.get((await this.#modelOf(id)) ?? '');
        if (count !== undefined) count[state] += 1;
      }
    }
    const failed = await this.#failed(ids.failed.slice(0, FAILED_SHOWN));
    const spentBy = (what: string, model: string) => Number(spent[`${what}:${model}`] ?? 0);
    return {
      ...{ name, stopped, budget, uncollected, workers, failed },
      models: Array.from(counts, ([model, cells]) => ({
        ...{ model, cells },
        calls: spentBy('calls', model),
        promptTokens: spentBy('prompt', model),
        completionTokens: spentBy('completion', model),
        nanoUsd: spentBy('nano', model),
      })),
    };
  }

  async pause(reason: string) {
    if ((await this.#connection.redis.exists(KEYS.sweep)) === 0) return;
    await this.#connection.redis.hsetnx(KEYS.sweep, 'stopped', reason);
    await this.#queue.pause();
  }

  async resume() {
    await this.#connection.redis.hdel(KEYS.sweep, 'stopped');
    await this.#queue.retryFailed();
    await this.#queue.resume();
  }

  async cancel() {
    const { redis } = this.#connection;
    await redis.del(KEYS.sweep);
    await this.#queue.obliterate();
    for await (const keys of redis.scanStream({ match: `${PREFIX}:*`, count: 1_000 })) {
      if (keys.length > 0) await redis.unlink(...keys);
    }
    this.#models = new Map();
  }

  async close() {
    const { redis, gone } = this.#connection;
    if (!gone.aborted) await this.#queue.close();
    redis.disconnect();
  }

  async #modelOf(id: string): Promise<string | undefined> {
    if (!this.#models.has(id)) {
      const cells = await this.#connection.redis.hgetall(KEYS.cells);
      this.#models = new Map(Object.entries(cells).map(([cell, named]) => [cell, JSON.parse(named).model]));
    }
    return this.#models.get(id);
  }

  async #failed(ids: readonly string[]): Promise<FailedCell[]> {
    const { redis } = this.#connection;
    return Promise.all(
      ids.map(async (id) => {
        const [named, failure] = await Promise.all([redis.hget(KEYS.cells, id), redis.hget(KEYS.failures, id)]);
        const { name } = JSON.parse(named ?? '{"name":""}');
        return { cell: name, ...JSON.parse(failure ?? '{"attempts":1,"failure":{"cause":"not told"}}') };
      }),
    );
  }
}
