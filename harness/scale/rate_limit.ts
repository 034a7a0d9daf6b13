/**
 * When a request may be sent, so that a provider gets as many a minute as it allows, evenly: the generic cell rate algorithm (ITU-T I.371),
 * with requests and tokens as two rates that hold at once.
 *
 * Each request takes its place ahead, in the order of asking, so that no place stays empty while a request waits. What a request takes is
 * known only when it is answered; until then an estimate stands for it.
 */
import { z } from 'zod';

export type Rates = {
  /** Null where nothing limits them. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
};

/** Of a provider, in milliseconds of one clock. */
export type Places = {
  /** Until when the reserved requests and tokens fill each rate. */
  readonly requestsMs: number;
  readonly tokensMs: number;
  /** Until when the provider takes no request. */
  readonly blockedMs: number;
  /** How much later all places have been moved, ever. */
  readonly shiftMs: number;
};

/** A provider's places, with the rates that its headers named. */
export const providerStateSchema = z.strictObject({
  requestsMs: z.number(),
  tokensMs: z.number(),
  blockedMs: z.number(),
  shiftMs: z.number(),
  requestsPerMinute: z.number().positive().nullable(),
  tokensPerMinute: z.number().positive().nullable(),
});

export type ProviderState = Readonly<z.infer<typeof providerStateSchema>>;

export const NEW_PROVIDER: ProviderState = {
  ...{ requestsMs: 0, tokensMs: 0, blockedMs: 0, shiftMs: 0 },
  ...{ requestsPerMinute: null, tokensPerMinute: null },
};

/** The places after one more is taken, and how long its request waits. */
export function takePlace<P extends Places>(
  { requestsMs, tokensMs, ...before }: P,
  rates: Rates,
  { nowMs, tokens }: { readonly nowMs: number; readonly tokens: number },
) {
  const [byRequests, byTokens] = [Math.max(requestsMs, nowMs), Math.max(tokensMs, nowMs)];
  const places = {
    ...before,
    requestsMs: byRequests + perUnitMs(rates.requestsPerMinute),
    tokensMs: byTokens + tokens * perUnitMs(rates.tokensPerMinute),
  };
  return { places, waitMs: Math.max(byRequests, byTokens) - nowMs };
}

/**
 * The places when a provider blocks for so long: all that are taken move later by it, so that their order and distance stay and no crowd
 * comes at its end. What several responses say of one block counts once.
 */
export function movePlaces<P extends Places>(
  { requestsMs, tokensMs, blockedMs, shiftMs, ...rest }: P,
  { nowMs, forMs }: { readonly nowMs: number; readonly forMs: number },
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

/** The time that one unit takes; none where there is no limit. */
export function perUnitMs(perMinute: number | null): number {
  return perMinute === null ? 0 : 60_000 / perMinute;
}

/** The lower of what the file and what the headers allow. */
export function lower(ours: number | null, theirs: number | null): number | null {
  if (ours === null || theirs === null) return ours ?? theirs;
  return Math.min(ours, theirs);
}

/** What a provider's response says of its limits. */
export type ProviderNews = {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** Nothing may be sent for so long. */
  readonly blockedMs?: number;
};

/** No provider is believed to block for longer. */
export const BLOCKED_MS_MAX = 60 * 60_000;

/** Reads `x-ratelimit-limit-*`, `-remaining-*` and `-reset-*`, as OpenAI and others after it send them, and `retry-after`. */
export function rateNews({ status, headers }: Pick<Response, 'status' | 'headers'>): ProviderNews {
  const requestsPerMinute = positive(headers.get('x-ratelimit-limit-requests'));
  const tokensPerMinute = positive(headers.get('x-ratelimit-limit-tokens'));
  const blockedMs = status === 429 || status === 503 ? blockOf(headers) : null;
  return {
    ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === null ? {} : { tokensPerMinute }),
    ...(blockedMs === null ? {} : { blockedMs: Math.min(blockedMs, BLOCKED_MS_MAX) }),
  };
}

/** `reset` says when the whole limit is free again, not when one more request is; so it counts only where nothing else says how long. */
function blockOf(headers: Headers): number | null {
  const ms = positive(headers.get('retry-after-ms'));
  if (ms !== null) return ms;
  const seconds = positive(headers.get('retry-after'));
  if (seconds !== null) return seconds * 1_000;
  const spent = ['requests', 'tokens'].filter((what) => headers.get(`x-ratelimit-remaining-${what}`) === '0');
  const resets = spent.map((what) => durationMs(headers.get(`x-ratelimit-reset-${what}`) ?? ''));
  const known = resets.filter((reset) => reset !== null);
  return known.length === 0 ? null : Math.max(...known);
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
