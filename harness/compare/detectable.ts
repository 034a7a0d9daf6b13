/**
 * How small a difference so many pairs can tell.
 *
 * @module
 */
import { binomialTail, normalQuantile } from '../tables/statistics/distributions.ts';
import { exactMcNemar } from '../tables/statistics/paired_tests.ts';

/** How often a difference that is there is to be told. */
const POWER = 0.8;

/**
 * The smallest true difference of shares that is told at this `alpha` in four of five such comparisons, where nothing turns the other way and
 * episodes turn independently; null where not even all turned would be enough, since there are too few tasks. The tests over episodes
 * and over tasks must both tell it: if all turn one way, the sign-flip test of so many tasks that turn has the p of McNemar's of so many episodes.
 */
export function detectableShare(pairs: number, alpha: number, tasks = pairs): number | null {
  let needed = 1;
  while (needed <= tasks && exactMcNemar(needed, 0) >= alpha) needed += 1;
  if (needed > tasks) return null;
  const turnedTask = (share: number) => 1 - (1 - share) ** (pairs / tasks);
  const isEnough = (share: number) => 1 - binomialTail(needed - 1, tasks, turnedTask(share)) >= POWER;
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
