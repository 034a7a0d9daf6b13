/**
 * A timer for any delay. The runtime's own takes one beyond 2³¹ − 1 ms, 24 days, for 1 ms.
 *
 * @module
 */

const DELAY_MS_MAX = 2 ** 31 - 1;

/** Calls back after the delay, or after 24 days where that is sooner. */
export function setCappedTimeout(callback: () => void, delayMs: number): NodeJS.Timeout {
  return setTimeout(callback, Math.min(delayMs, DELAY_MS_MAX));
}
