/**
 * What providers allow, and why nothing may be asked, in Redis.
 *
 * @module
 */
import { JsonError, readCheckedJson } from '../../../envs/checked_json.ts';
import { invalid } from '../../io/errors/failure.ts';
import { budgetSpent } from '../engine/budget.ts';
import {
  type Place,
  type ProviderNews,
  type Stopped,
  type SweepRecord,
  sweepRecordSchema,
} from '../engine/sweep_engine.ts';
import type { SweepRedis } from './redis_connection.ts';
import { KEYS, LEARN, MOVED, providerKey, RESERVE } from './sweep_scripts.ts';

export class RedisLimits {
  readonly #redis: SweepRedis;

  constructor(redis: SweepRedis) {
    this.#redis = redis;
  }

  async reserve(provider: string, tokens: number): Promise<Place | Stopped> {
    return this.#verdict(await this.#redis.eval(RESERVE, 3, KEYS.sweep, KEYS.spent, providerKey(provider), tokens));
  }

  async moved(provider: string, shiftMs: number): Promise<Place | Stopped> {
    return this.#verdict(await this.#redis.eval(MOVED, 3, KEYS.sweep, KEYS.spent, providerKey(provider), shiftMs));
  }

  async learn(provider: string, news: ProviderNews, tokensBeyond: number): Promise<void> {
    const { requestsPerMinute = '', tokensPerMinute = '', blockedMs = 0 } = news;
    const said = [requestsPerMinute, tokensPerMinute, blockedMs, tokensBeyond];
    await this.#redis.eval(LEARN, 1, providerKey(provider), ...said);
  }

  async begin({ sweep }: SweepRecord): Promise<void> {
    for (const [name, { requestsPerMinute, tokensPerMinute }] of Object.entries(sweep.providers)) {
      const key = providerKey(name);
      await this.#redis.hdel(key, 'ourRequests', 'ourTokens');
      if (requestsPerMinute !== undefined) await this.#redis.hset(key, 'ourRequests', requestsPerMinute);
      if (tokensPerMinute !== undefined) await this.#redis.hset(key, 'ourTokens', tokensPerMinute);
    }
  }

  /** Anybody who reaches the Redis may have written it. Throws a CommandFailure where it is no sweep. */
  async record(): Promise<SweepRecord | null> {
    const text = await this.#redis.hget(KEYS.sweep, 'record');
    if (text === null) return null;
    try {
      return readCheckedJson(text, sweepRecordSchema, 'sweep in Redis').value;
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      const remedy = 'Another version of Tapedeck, or somebody else, wrote it; `tapedeck sweep cancel` forgets it';
      throw invalid(`${cause.message}. ${remedy}`, { cause });
    }
  }

  /** Why nothing may be asked, of any provider. */
  async stopped(): Promise<string | null> {
    const verdict = await this.moved('', 0);
    return 'stopped' in verdict ? verdict.stopped : null;
  }

  async #verdict(reply: unknown): Promise<Place | Stopped> {
    const [what, said, shift] = reply as [string, string, string];
    if (what === 'wait') return { waitMs: Number(said), shiftMs: Number(shift) };
    if (what === 'stopped') return { stopped: said };
    const record = what === 'budget' ? await this.record() : null;
    return { stopped: (record && budgetSpent(record.sweep, Number(said))) ?? 'the sweep was cancelled' };
  }
}
