import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lower, type Places, takePlace } from './place_times.ts';

const NOTHING: Places = { requestsMs: 0, tokensMs: 0, blockedMs: 0 };

describe('takePlace()', () => {
  it('gives places that are as far apart as the rate says', () => {
    const rates = { requestsPerMinute: 60, tokensPerMinute: null };
    const first = takePlace(NOTHING, rates, { nowMs: 5_000, tokens: 9 });
    const second = takePlace(first.places, rates, { nowMs: 5_400, tokens: 9 });
    expect([first.waitMs, second.waitMs]).toEqual([0, 600]);
  });

  it('saves nothing up while nobody asks', () => {
    const rates = { requestsPerMinute: 60, tokensPerMinute: null };
    const { places } = takePlace(NOTHING, rates, { nowMs: 0, tokens: 0 });
    const later = takePlace(places, rates, { nowMs: 1_000_000, tokens: 0 });
    expect([later.waitMs, takePlace(later.places, rates, { nowMs: 1_000_000, tokens: 0 }).waitMs]).toEqual([0, 1_000]);
  });

  it('never lets more pass than the rates allow, and no fewer where somebody always waits', () => {
    const requests = fc.array(fc.record({ tokens: fc.nat(5_000), laterMs: fc.nat(300) }), {
      minLength: 20,
      maxLength: 200,
    });
    const perMinute = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        requests,
        perMinute,
        perMinute,
        fc.nat(5_000),
        (asked, requestsPerMinute, tokensPerMinute, blockedMs) => {
          const rates = { requestsPerMinute, tokensPerMinute };
          let [places, nowMs, tokensSent]: [Places, number, number] = [{ ...NOTHING, blockedMs }, 0, 0];
          const starts: number[] = [];
          for (const [at, { tokens, laterMs }] of asked.entries()) {
            const taken = takePlace(places, rates, { nowMs, tokens });
            places = taken.places;
            const startMs = nowMs + taken.waitMs;
            expect(startMs).toBeGreaterThanOrEqual(blockedMs);
            expect(startMs).toBeGreaterThanOrEqual(starts.at(-1) ?? 0);
            // What was sent before fits the time until now, in requests and in tokens.
            expect(startMs * requestsPerMinute).toBeGreaterThanOrEqual(60_000 * at * 0.999_999);
            expect(startMs * tokensPerMinute).toBeGreaterThanOrEqual(60_000 * tokensSent * 0.999_999);
            const least = Math.max(
              nowMs,
              blockedMs,
              starts.length === 0 ? 0 : Math.max(...[places.requestsMs - 60_000 / requestsPerMinute]),
            );
            if (tokensSent === 0) expect(startMs).toBeLessThanOrEqual(least + 1e-6);
            starts.push(startMs);
            tokensSent += tokens;
            nowMs += laterMs;
          }
        },
      ),
    );
  });
});

it('lower() takes the one that is there', () => {
  expect([lower(1, 2), lower(3, 2), lower(null, 2), lower(1, null), lower(null, null)]).toEqual([1, 2, 2, 1, null]);
});
