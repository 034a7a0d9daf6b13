/** Generic cell rate algorithm (ITU-T I.371). */
import { z } from 'zod';

export const providerStateSchema = z.strictObject({
  /** Times until which reservations use up the limits, and the provider refuses requests. */
  requestsMs: z.number(),
  tokensMs: z.number(),
  blockedMs: z.number(),
  /** Sum of all delays. */
  shiftMs: z.number(),
  requestsPerMinute: z.number().positive().nullable(),
  tokensPerMinute: z.number().positive().nullable(),
});

export type ProviderState = Readonly<z.infer<typeof providerStateSchema>>;
export type Rates = Pick<ProviderState, 'requestsPerMinute' | 'tokensPerMinute'>;
export const NEW_PROVIDER: ProviderState = {
  ...{ requestsMs: 0, tokensMs: 0, blockedMs: 0, shiftMs: 0 },
  ...{ requestsPerMinute: null, tokensPerMinute: null },
};

export function takePlace(
  before: ProviderState,
  rates: Rates,
  { nowMs, tokens }: Readonly<{ nowMs: number; tokens: number }>,
) {
  const [requestsMs, tokensMs] = [Math.max(before.requestsMs, nowMs), Math.max(before.tokensMs, nowMs)];
  const state = {
    ...before,
    requestsMs: requestsMs + perUnitMs(rates.requestsPerMinute),
    tokensMs: tokensMs + tokens * perUnitMs(rates.tokensPerMinute),
  };
  return { state, waitMs: Math.max(requestsMs, tokensMs) - nowMs };
}

/** Responses about the same block count once. */
export function movePlaces(
  { requestsMs, tokensMs, blockedMs, shiftMs, ...rates }: ProviderState,
  { nowMs, blockMs }: Readonly<{ nowMs: number; blockMs: number }>,
) {
  const delayMs = Math.max(0, nowMs + blockMs - Math.max(blockedMs, nowMs));
  return {
    ...rates,
    requestsMs: Math.max(requestsMs, nowMs) + delayMs,
    tokensMs: Math.max(tokensMs, nowMs) + delayMs,
    blockedMs: Math.max(blockedMs, nowMs + blockMs),
    shiftMs: shiftMs + delayMs,
  };
}

export function perUnitMs(perMinute: number | null): number {
  return perMinute === null ? 0 : 60_000 / perMinute;
}

export function lowerLimit(ours: number | null, theirs: number | null): number | null {
  if (ours === null || theirs === null) return ours ?? theirs;
  return Math.min(ours, theirs);
}

export type ProviderNews = { readonly [what in keyof Rates | 'blockMs']?: number | undefined };

export const BLOCK_MS_MAX = 60 * 60_000;

export function rateNews({ status, headers }: Pick<Response, 'status' | 'headers'>): ProviderNews {
  const blockMs = status === 429 || status === 503 ? blockOf(headers) : null;
  return {
    requestsPerMinute: positive(headers.get('x-ratelimit-limit-requests')) ?? undefined,
    tokensPerMinute: positive(headers.get('x-ratelimit-limit-tokens')) ?? undefined,
    blockMs: blockMs === null ? undefined : Math.min(blockMs, BLOCK_MS_MAX),
  };
}

function blockOf(headers: Headers): number | null {
  const ms = positive(headers.get('retry-after-ms'));
  if (ms !== null) return ms;
  const seconds = positive(headers.get('retry-after'));
  if (seconds !== null) return seconds * 1_000;
  // a fallback: `reset` is of the whole limit, not of one request
  const spent = ['requests', 'tokens'].filter((unit) => headers.get(`x-ratelimit-remaining-${unit}`) === '0');
  const resets = spent.flatMap((unit) => durationMs(headers.get(`x-ratelimit-reset-${unit}`) ?? '') ?? []);
  return resets.length === 0 ? null : Math.max(...resets);
}

function positive(text: string | null): number | null {
  const number = /^\d{1,15}(\.\d{1,15})?$/.test(text ?? '') ? Number(text) : 0;
  return number > 0 ? number : null;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads `6m0s`, `120ms`, `1h2m3.5s`, or seconds. */
export function durationMs(text: string): number | null {
  const seconds = positive(text);
  if (seconds !== null) return seconds * 1_000;
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h)){1,4}$/.test(text)) return null;
  const parts = text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g);
  return Array.from(parts, ([, number, unit = '']) => Number(number) * (UNIT_MS[unit] ?? 0)).reduce((a, b) => a + b, 0);
}
