import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCKED_MS_MAX, durationMs, rateNews } from './rate_headers.ts';

const news = (status: number, headers: Record<string, string>) => rateNews({ status, headers: new Headers(headers) });

describe('rateNews()', () => {
  it('reads the limits of OpenAI’s headers', () => {
    const headers = {
      'x-ratelimit-limit-requests': '500',
      'x-ratelimit-limit-tokens': '30000',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '120ms',
    };
    expect(news(200, headers)).toEqual({ requestsPerMinute: 500, tokensPerMinute: 30_000 });
  });

  it.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' }, 360_000],
    [{ 'x-ratelimit-remaining-tokens': '5', 'x-ratelimit-reset-tokens': '6m0s' }, undefined],
    [{ 'retry-after': '999999' }, BLOCKED_MS_MAX],
    [{}, undefined],
  ])('takes a refusal with %j to last %s ms', (headers, blockedMs) => {
    expect(news(429, headers as Record<string, string>).blockedMs).toBe(blockedMs);
  });

  it('takes nothing that was answered for a refusal', () => {
    expect(news(200, { 'retry-after': '2' })).toEqual({});
  });

  it('believes nothing that is no number', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.-+eE smhInfinityNa') });
    fc.assert(
      fc.property(text, text, (limit, reset) => {
        const headers = { 'x-ratelimit-limit-requests': limit.trim(), 'retry-after': reset.trim() };
        const { requestsPerMinute = 1, blockedMs = 1 } = news(429, headers);
        expect(requestsPerMinute).toBeGreaterThan(0);
        expect(requestsPerMinute).toBeLessThan(1e15);
        expect(blockedMs).toBeGreaterThan(0);
        expect(blockedMs).toBeLessThanOrEqual(BLOCKED_MS_MAX);
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
