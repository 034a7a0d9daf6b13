/**
 * What the headers of a response say of a provider's limits: `x-ratelimit-limit-*`, `-remaining-*` and `-reset-*` as OpenAI sends them and
 * others after it, and `retry-after`.
 *
 * `reset` tells when the whole limit is free again, not when one more request is; so it counts only where a request was refused and
 * nothing else says for how long.
 *
 * @module
 */
import type { ProviderNews } from './engine/sweep_engine.ts';

/** Nobody is believed to block for longer. */
export const BLOCKED_MS_MAX = 60 * 60_000;

export function rateNews({ status, headers }: Pick<Response, 'status' | 'headers'>): ProviderNews {
  const requestsPerMinute = positive(headers.get('x-ratelimit-limit-requests'));
  const tokensPerMinute = positive(headers.get('x-ratelimit-limit-tokens'));
  const blockedMs = blockedBy(status, headers);
  return {
    ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === null ? {} : { tokensPerMinute }),
    ...(blockedMs === null ? {} : { blockedMs: Math.min(blockedMs, BLOCKED_MS_MAX) }),
  };
}

function blockedBy(status: number, headers: Headers): number | null {
  if (status !== 429 && status !== 503) return null;
  const asked = retryAfterMs(headers);
  if (asked !== null) return asked;
  const spent = (['requests', 'tokens'] as const).filter(
    (what) => headers.get(`x-ratelimit-remaining-${what}`) === '0',
  );
  const resets = spent.map((what) => durationMs(headers.get(`x-ratelimit-reset-${what}`) ?? ''));
  const known = resets.filter((ms) => ms !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function retryAfterMs(headers: Headers): number | null {
  const ms = positive(headers.get('retry-after-ms'));
  if (ms !== null) return ms;
  const seconds = positive(headers.get('retry-after'));
  return seconds === null ? null : seconds * 1_000;
}

/** Above 0 and finite; null for anything else. */
function positive(text: string | null): number | null {
  const number = /^\d{1,15}(\.\d{1,15})?$/.test(text ?? '') ? Number(text) : 0;
  return number > 0 ? number : null;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `6m0s`, `120ms`, `1h2m3.5s`, or a number of seconds; null where it is none of these. */
export function durationMs(text: string): number | null {
  const seconds = positive(text);
  if (seconds !== null) return seconds * 1_000;
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h)){1,4}$/.test(text)) return null;
  const parts = text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g);
  return Array.from(parts, ([, number, unit = '']) => Number(number) * (UNIT_MS[unit] ?? 0)).reduce((a, b) => a + b, 0);
}
