/**
 * A timeout for any delay. `setTimeout` takes a delay of more than 2³¹ − 1 ms (24 days) for 1 ms.
 *
 * @module
 */

const DELAY_MS_MAX = 2 ** 31 - 1;

/** Calls back after the delay, or after 24 days if that is sooner. */
export function setCappedTimeout(callback: () => void, delayMs: number): NodeJS.Timeout {
  return setTimeout(callback, Math.min(delayMs, DELAY_MS_MAX));
}
