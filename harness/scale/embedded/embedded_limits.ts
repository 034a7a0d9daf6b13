/**
 * What providers allow, in the file of an embedded sweep.
 *
 * @module
 */
import { lower, movePlaces, type Places, perUnitMs, type Rates, takePlace } from '../engine/place_times.ts';
import type { Place, ProviderNews, Stopped } from '../engine/sweep_engine.ts';
import type { SweepDatabase } from './sweep_database.ts';

export class EmbeddedLimits {
  readonly #database: SweepDatabase;
  readonly #clock: () => number;

  constructor(database: SweepDatabase, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  reserve(provider: string, tokens: number): Place | Stopped {
    return this.#database.together(() => {
      const stopped = this.#database.stopped();
      if (stopped !== null) return { stopped };
      const { places, waitMs } = takePlace(this.#placesOf(provider), this.#ratesOf(provider), {
        nowMs: this.#clock(),
        tokens,
      });
      this.#set(provider, places);
      return { waitMs, shiftMs: places.shiftMs };
    });
  }

  moved(provider: string, before: number): Place | Stopped {
    const stopped = this.#database.stopped();
    if (stopped !== null) return { stopped };
    const { shiftMs } = this.#placesOf(provider);
    return { waitMs: shiftMs - before, shiftMs };
  }

  learn(provider: string, news: ProviderNews, tokensBeyond: number): void {
    this.#database.together(() => {
      const { requestsPerMinute = null, tokensPerMinute = null, blockedMs: forMs = 0 } = news;
      this.#database.run(
        `UPDATE providers SET requestsPerMinute = coalesce(?, requestsPerMinute),
         tokensPerMinute = coalesce(?, tokensPerMinute) WHERE provider = ?`,
        ...[requestsPerMinute, tokensPerMinute, provider],
      );
      const places = movePlaces(this.#placesOf(provider), { nowMs: this.#clock(), forMs });
      const laterMs = tokensBeyond * perUnitMs(this.#ratesOf(provider).tokensPerMinute);
      this.#set(provider, { ...places, tokensMs: places.tokensMs + laterMs });
    });
  }

  #placesOf(provider: string): Places {
    const columns = 'requestsMs, tokensMs, blockedMs, shiftMs';
    const row = this.#database.one(`SELECT ${columns} FROM providers WHERE provider = ?`, provider);
    return { requestsMs: 0, tokensMs: 0, blockedMs: 0, shiftMs: 0, ...row };
  }

  #set(provider: string, { requestsMs, tokensMs, blockedMs, shiftMs }: Places): void {
    this.#database.run(
      'UPDATE providers SET requestsMs = ?, tokensMs = ?, blockedMs = ?, shiftMs = ? WHERE provider = ?',
      ...[requestsMs, tokensMs, blockedMs, shiftMs, provider],
    );
  }

  #ratesOf(provider: string): Rates {
    const columns = 'requestsPerMinute, tokensPerMinute';
    const row = this.#database.one(`SELECT ${columns} FROM providers WHERE provider = ?`, provider);
    const theirs = { requestsPerMinute: null, tokensPerMinute: null, ...row } satisfies Rates;
    const { requestsPerMinute, tokensPerMinute } = this.#database.record()?.sweep.providers[provider] ?? {};
    return {
      requestsPerMinute: lower(requestsPerMinute ?? null, theirs.requestsPerMinute),
      tokensPerMinute: lower(tokensPerMinute ?? null, theirs.tokensPerMinute),
    };
  }
}
