/**
 * When a request may be sent, so that a provider gets as many a minute as it allows, evenly: the generic cell rate algorithm (ITU-T
 * I.371), with requests and tokens as two rates that hold at once.
 *
 * Places are taken ahead, in the order of asking, so that none is left empty while somebody waits. What a request takes is known only
 * when it is answered; until then an estimate stands for it. `redis/scripts.ts` does the same in Lua.
 *
 * @module
 */

export type Rates = {
  /** Null where nothing limits them. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
};

/** Of a provider, in milliseconds: until when what was reserved fills each rate, until when nothing may be sent at all, */
export type Places = {
  readonly requestsMs: number;
  readonly tokensMs: number;
  readonly blockedMs: number;
  /** and how much later all places have been moved, ever. */
  readonly shiftMs: number;
};

/** The places after one more is taken, and how long its request waits. */
export function takePlace(
  { requestsMs, tokensMs, ...before }: Places,
  rates: Rates,
  { nowMs, tokens }: { readonly nowMs: number; readonly tokens: number },
): { readonly places: Places; readonly waitMs: number } {
  const [byRequests, byTokens] = [Math.max(requestsMs, nowMs), Math.max(tokensMs, nowMs)];
  const places = {
    ...before,
    requestsMs: byRequests + perUnitMs(rates.requestsPerMinute),
    tokensMs: byTokens + tokens * perUnitMs(rates.tokensPerMinute),
  };
  return { places, waitMs: Math.max(byRequests, byTokens) - nowMs };
}

/**
 * The places when a provider blocks for so long: all that are taken move later by it, so that their order and distance stay, and nobody
 * comes at once with others when it ends. What several responses say of one block counts once.
 */
export function movePlaces(
  { requestsMs, tokensMs, blockedMs, shiftMs }: Places,
  { nowMs, forMs }: { readonly nowMs: number; readonly forMs: number },
): Places {
  const longerMs = Math.max(0, nowMs + forMs - Math.max(blockedMs, nowMs));
  return {
    requestsMs: Math.max(requestsMs, nowMs) + longerMs,
    tokensMs: Math.max(tokensMs, nowMs) + longerMs,
    blockedMs: Math.max(blockedMs, nowMs + forMs),
    shiftMs: shiftMs + longerMs,
  };
}

/** The time that one takes; none where there is no limit. */
export function perUnitMs(perMinute: number | null): number {
  return perMinute === null ? 0 : 60_000 / perMinute;
}

/** The lower of what the file and what the headers allow. */
export function lower(ours: number | null, theirs: number | null): number | null {
  if (ours === null || theirs === null) return ours ?? theirs;
  return Math.min(ours, theirs);
}
