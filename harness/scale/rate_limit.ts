/** Generic cell rate algorithm (ITU-T I.371). Reservations use estimated tokens until the answer reports them. */
import { z } from 'zod';

/** Milliseconds of one clock. */
export const providerStateSchema = z.strictObject({
  /** The time until which reservations fill each rate. */
  requestsMs: z.number(),
  tokensMs: z.number(),
  blockedMs: z.number(),
  shiftMs: z.number(),
  requestsPerMinute: z.number().positive().nullable(),
  tokensPerMinute: z.number().positive().nullable(),
});

export type ProviderState = Readonly<z.infer<typeof providerStateSchema>>;
export type Rates = Pick<ProviderState, 'requestsPerMinute' | 'tokensPerMinute'>;
export type Places = Omit<ProviderState, keyof Rates>;

export const NEW_PROVIDER: ProviderState = {
  ...{ requestsMs: 0, tokensMs: 0, blockedMs: 0, shiftMs: 0 },
  ...{ requestsPerMinute: null, tokensPerMinute: null },
};

export function takePlace<P extends Places>(
  { requestsMs, tokensMs, ...before }: P,
  rates: Rates,
  { nowMs, tokens }: Readonly<{ nowMs: number; tokens: number }>,
) {
  const [byRequests, byTokens] = [Math.max(requestsMs, nowMs), Math.max(tokensMs, nowMs)];
  const places = {
    ...before,
    requestsMs: byRequests + perUnitMs(rates.requestsPerMinute),
    tokensMs: byTokens + tokens * perUnitMs(rates.tokensPerMinute),
  };
  return { places, waitMs: Math.max(byRequests, byTokens) - nowMs };
}

/** Shifts all places, so that requests stay spaced after the block. Responses about the same block count once. */
export function movePlaces<P extends Places>(
  { requestsMs, tokensMs, blockedMs, shiftMs, ...rest }: P,
  { nowMs, forMs }: Readonly<{ nowMs: number; forMs: number }>,
) {
  const longerMs = Math.max(0, nowMs + forMs - Math.max(blockedMs, nowMs));
  return {
    ...rest,
    requestsMs: Math.max(requestsMs, nowMs) + longerMs,
    tokensMs: Math.max(tokensMs, nowMs) + longerMs,
    blockedMs: Math.max(blockedMs, nowMs + forMs),
    shiftMs: shiftMs + longerMs,
  };
}

export function perUnitMs(perMinute: number | null): number {
  return perMinute === null ? 0 : 60_000 / perMinute;
}

export function lower(ours: number | null, theirs: number | null): number | null {
  if (ours === null || theirs === null) return ours ?? theirs;
  return Math.min(ours, theirs);
}

export type ProviderNews = { readonly [what in keyof Rates | 'blockedMs']?: number | undefined };

export const BLOCKED_MS_MAX = 60 * 60_000;

/** Reads OpenAI-style `x-ratelimit-limit-*`, `-remaining-*`, `-reset-*`, and `retry-after`. */
export function rateNews({ status, headers }: Pick<Response, 'status' | 'headers'>): ProviderNews {
  const blockedMs = status === 429 || status === 503 ? blockOf(headers) : null;
  return {
    requestsPerMinute: positive(headers.get('x-ratelimit-limit-requests')) ?? undefined,
    tokensPerMinute: positive(headers.get('x-ratelimit-limit-tokens')) ?? undefined,
    blockedMs: blockedMs === null ? undefined : Math.min(blockedMs, BLOCKED_MS_MAX),
  };
}

/** `reset` is for the whole limit, not one request, so it is a fallback. */
function blockOf(headers: Headers): number | null {
  const ms = positive(headers.get('retry-after-ms'));
  if (ms !== null) return ms;
  const seconds = positive(headers.get('retry-after'));
  if (seconds !== null) return seconds * 1_000;
  const spent = ['requests', 'tokens'].filter((what) => headers.get(`x-ratelimit-remaining-${what}`) === '0');
  const resets = spent.flatMap((what) => durationMs(headers.get(`x-ratelimit-reset-${what}`) ?? '') ?? []);
  return resets.length === 0 ? null : Math.max(...resets);
}

function positive(text: string | null): number | null {
  const number = /^\d{1,15}(\.\d{1,15})?$/.test(text ?? '') ? Number(text) : 0;
  return number > 0 ? number : null;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `6m0s`, `120ms`, `1h2m3.5s`, or seconds; null otherwise. */
export function durationMs(text: string): number | null {
  const seconds = positive(text);
  if (seconds !== null) return seconds * 1_000;
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h)){1,4}$/.test(text)) return null;
  const parts = text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g);
  return Array.from(parts, ([, number, unit = '']) => Number(number) * (UNIT_MS[unit] ?? 0)).reduce((a, b) => a + b, 0);
}
