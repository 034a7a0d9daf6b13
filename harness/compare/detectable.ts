/**
 * How small a difference so many pairs can tell.
 *
 * @module
 */
import { binomialTail, normalQuantile } from './distributions.ts';
import { exactMcNemar } from './mcnemar.ts';

/** How often a difference that is there is to be told. */
const POWER = 0.8;

/**
 * The smallest true difference of shares that the exact McNemar test tells at this `alpha` in four of five such comparisons, where nothing
 * turns the other way and each turns in a task of its own; null where not even all turned would be enough, since there are too few tasks.
 */
export function detectableShare(pairs: number, alpha: number, tasks = pairs): number | null {
  let needed = 1;
  while (needed <= tasks && exactMcNemar(needed, 0) >= alpha) needed += 1;
  if (needed > tasks) return null;
  const isEnough = (share: number) => 1 - binomialTail(needed - 1, pairs, share) >= POWER;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The same for a mean, from its standard error. */
export function detectableMean(error: number, alpha: number): number {
  return (normalQuantile(1 - alpha / 2) + normalQuantile(POWER)) * error;
}
