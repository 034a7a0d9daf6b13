import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_MS_MAX, durationMs, lowerLimit, movePlaces, NEW_PROVIDER, rateNews, takePlace } from './rate_limit.ts';

describe('takePlace()', () => {
  const rates = { requestsPerMinute: 60, tokensPerMinute: null };

  it.each([
    ['spaces places by the rate', [5_000, 5_400], [0, 600]],
    ['saves no allowance in idle time', [0, 1_000_000, 1_000_000], [0, 0, 1_000]],
  ])('%s', (_, times, waits) => {
    let state = NEW_PROVIDER;
    for (const [at, nowMs] of times.entries()) {
      const taken = takePlace(state, rates, { nowMs, tokens: 9 });
      expect(taken.waitMs).toBe(waits[at]);
      state = taken.state;
    }
  });

  it('lets no more pass than the rates allow, and no fewer while requests are pending', () => {
    const request = fc.record({ tokens: fc.nat(5_000), laterMs: fc.nat(300) });
    const requests = fc.array(request, { minLength: 20, maxLength: 200 });
    const perMinute = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(requests, perMinute, perMinute, (asked, requestsPerMinute, tokensPerMinute) => {
        const rates = { requestsPerMinute, tokensPerMinute };
        let [state, nowMs, sent] = [NEW_PROVIDER, 0, 0];
        for (const [at, { tokens, laterMs }] of asked.entries()) {
          const taken = takePlace(state, rates, { nowMs, tokens });
          const startMs = nowMs + taken.waitMs;
          expect(startMs * requestsPerMinute).toBeGreaterThanOrEqual(60_000 * at * 0.999_999);
          expect(startMs * tokensPerMinute).toBeGreaterThanOrEqual(60_000 * sent * 0.999_999);
          expect(startMs).toBe(Math.max(nowMs, state.requestsMs, state.tokensMs));
          [state, nowMs, sent] = [taken.state, nowMs + laterMs, sent + tokens];
        }
      }),
    );
  });
});

describe('movePlaces()', () => {
  it('moves reserved and later places by the length of a block, counted once', () => {
    const before = { ...NEW_PROVIDER, requestsMs: 1_500, tokensMs: 900, shiftMs: 7 };
    const once = movePlaces(before, { nowMs: 1_000, blockMs: 400 });
    expect(once).toEqual({ ...NEW_PROVIDER, requestsMs: 1_900, tokensMs: 1_400, blockedMs: 1_400, shiftMs: 407 });
    expect(movePlaces(once, { nowMs: 1_100, blockMs: 300 })).toEqual(once);
    expect(movePlaces(once, { nowMs: 1_100, blockMs: 500 }).shiftMs).toBe(607);
  });

  it('moves no places without a block', () => {
    const places = { ...NEW_PROVIDER, requestsMs: 1_500, tokensMs: 1_200 };
    expect(movePlaces(places, { nowMs: 1_000, blockMs: 0 })).toEqual({ ...places, blockedMs: 1_000 });
  });
});

it('lowerLimit() takes the existing limit', () => {
  expect([
    lowerLimit(1, 2),
    lowerLimit(3, 2),
    lowerLimit(null, 2),
    lowerLimit(1, null),
    lowerLimit(null, null),
  ]).toEqual([1, 2, 2, 1, null]);
});

const news = (status: number, headers: Record<string, string>) => rateNews({ status, headers: new Headers(headers) });
const prefixed = (prefix: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]));

describe('rateNews()', () => {
  it('reads the limits of OpenAI’s headers', () => {
    const values = {
      'limit-requests': '500',
      'limit-tokens': '30000',
      'remaining-requests': '0',
      'reset-requests': '1s',
    };
    expect(news(200, prefixed('x-ratelimit', values))).toEqual({ requestsPerMinute: 500, tokensPerMinute: 30_000 });
  });

  it.each<[number, Record<string, string>, number | undefined]>([
    [429, { 'retry-after': '2' }, 2_000],
    [503, { 'retry-after': '2' }, 2_000],
    [429, { 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [429, prefixed('x-ratelimit', { 'remaining-tokens': '0', 'reset-tokens': '6m0s' }), 360_000],
    [429, prefixed('x-ratelimit', { 'remaining-tokens': '5', 'reset-tokens': '6m0s' }), undefined],
    [429, { 'retry-after': '999999' }, BLOCK_MS_MAX],
    [429, {}, undefined],
    [200, { 'retry-after': '2' }, undefined],
  ])('takes status %i with %j to block for %s ms', (status, headers, blockMs) => {
    expect(news(status, headers)).toEqual({ blockMs });
  });

  it('ignores values that are not numbers', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.-+eE smhInfinityNa') });
    fc.assert(
      fc.property(text, text, (limit, reset) => {
        const headers = { 'x-ratelimit-limit-requests': limit.trim(), 'retry-after': reset.trim() };
        const { requestsPerMinute = 1, blockMs = 1 } = news(429, headers);
        expect(requestsPerMinute).toBeGreaterThan(0);
        expect(requestsPerMinute).toBeLessThan(1e15);
        expect(blockMs).toBeGreaterThan(0);
        expect(blockMs).toBeLessThanOrEqual(BLOCK_MS_MAX);
      }),
    );
  });
});

it.each([
  ['1s', 1_000],
  ['6m0s', 360_000],
  ['120ms', 120],
  ['1h2m3.5s', 3_723_500],
  ['20', 20_000],
  ['soon', null],
  ['', null],
])('durationMs() reads %j as %s ms', (text, ms) => expect(durationMs(text)).toBe(ms));
