/**
 * What providers allow, in the file of an embedded sweep.
 *
 * @module
 */
import { lower, perUnitMs, type Rates, takePlace } from '../engine/place_times.ts';
import type { ProviderNews, Verdict } from '../engine/sweep_engine.ts';
import type { SweepDatabase } from './sweep_database.ts';

export class EmbeddedLimits {
  readonly #database: SweepDatabase;
  readonly #clock: () => number;

  constructor(database: SweepDatabase, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  reserve(provider: string, tokens: number): Verdict {
    return this.#database.together(() => {
      const stopped = this.#database.stopped();
      if (stopped !== null) return { stopped };
      const { rates, ...before } = this.#placesOf(provider);
      const { places, waitMs } = takePlace(before, rates, { nowMs: this.#clock(), tokens });
      const { requestsMs, tokensMs } = places;
      const change = 'UPDATE providers SET requestsMs = ?, tokensMs = ? WHERE provider = ?';
      this.#database.run(change, requestsMs, tokensMs, provider);
      return { waitMs };
    });
  }

  mayAsk(provider: string): Verdict {
    const stopped = this.#database.stopped();
    if (stopped !== null) return { stopped };
    return { waitMs: Math.max(0, this.#placesOf(provider).blockedMs - this.#clock()) };
  }

  learn(provider: string, news: ProviderNews, tokensBeyond: number): void {
    this.#database.together(() => {
      const { requestsPerMinute = null, tokensPerMinute = null, blockedMs = 0 } = news;
      this.#database.run(
        `UPDATE providers SET blockedMs = max(blockedMs, ?), requestsPerMinute = coalesce(?, requestsPerMinute),
         tokensPerMinute = coalesce(?, tokensPerMinute) WHERE provider = ?`,
        ...[blockedMs === 0 ? 0 : this.#clock() + blockedMs, requestsPerMinute, tokensPerMinute, provider],
      );
      const laterMs = tokensBeyond * perUnitMs(this.#placesOf(provider).rates.tokensPerMinute);
      this.#database.run('UPDATE providers SET tokensMs = tokensMs + ? WHERE provider = ?', laterMs, provider);
    });
  }

  #placesOf(provider: string) {
    const row = this.#database.one('SELECT * FROM providers WHERE provider = ?', provider) ?? {};
    const { requestsPerMinute, tokensPerMinute } = this.#database.record()?.sweep.providers[provider] ?? {};
    const rates: Rates = {
      requestsPerMinute: lower(requestsPerMinute ?? null, numberOrNull(row['requestsPerMinute'])),
      tokensPerMinute: lower(tokensPerMinute ?? null, numberOrNull(row['tokensPerMinute'])),
    };
    const [requestsMs, tokensMs, blockedMs] = [row['requestsMs'], row['tokensMs'], row['blockedMs']].map(Number);
    return { rates, requestsMs: requestsMs ?? 0, tokensMs: tokensMs ?? 0, blockedMs: blockedMs ?? 0 };
  }
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
