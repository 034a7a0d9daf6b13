/**
 * What providers allow, and why nothing may be asked, in Redis.
 *
 * @module
 */
import { budgetSpent } from '../engine/budget.ts';
import type { ProviderNews, SweepRecord, Verdict } from '../engine/sweep_engine.ts';
import type { SweepRedis } from './redis_connection.ts';
import { KEYS, LEARN, MAY_ASK, providerKey, RESERVE } from './sweep_scripts.ts';

export class RedisLimits {
  readonly #redis: SweepRedis;

  constructor(redis: SweepRedis) {
    this.#redis = redis;
  }

  async reserve(provider: string, tokens: number): Promise<Verdict> {
    return this.#verdict(await this.#redis.eval(RESERVE, 3, KEYS.sweep, KEYS.spent, providerKey(provider), tokens));
  }

  async mayAsk(provider: string): Promise<Verdict> {
    return this.#verdict(await this.#redis.eval(MAY_ASK, 3, KEYS.sweep, KEYS.spent, providerKey(provider)));
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

  async record(): Promise<SweepRecord | null> {
    const record = await this.#redis.hget(KEYS.sweep, 'record');
    return record === null ? null : (JSON.parse(record) as SweepRecord);
  }

  /** Why nothing may be asked, of any provider. */
  async stopped(): Promise<string | null> {
    const verdict = await this.mayAsk('');
    return 'stopped' in verdict ? verdict.stopped : null;
  }

  async #verdict(reply: unknown): Promise<Verdict> {
    const [what, said] = reply as [string, string];
    if (what === 'wait') return { waitMs: Number(said) };
    if (what === 'stopped') return { stopped: said };
    const record = what === 'budget' ? await this.record() : null;
    return { stopped: (record && budgetSpent(record.sweep, Number(said))) ?? 'the sweep was cancelled' };
  }
}
