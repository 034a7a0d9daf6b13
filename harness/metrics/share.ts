/**
 * A share of episodes with its interval, clustered by their tasks.
 *
 * @module
 */
import { clusteredInterval } from './clustered_interval.ts';
import { sixDigits } from './numbers.ts';

/** A share and its 95 % interval, in percent. */
export type Share = {
  readonly count: number;
  readonly episodes: number;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
};

/** The share of which something holds; null where there is no episode. */
export function shareOf<E extends { readonly task: string }>(
  all: readonly E[],
  holds: (each: E) => boolean,
): Share | null {
  if (all.length === 0) return null;
  const tasks = [...Map.groupBy(all, ({ task }) => task).values()];
  const [low, high] = clusteredInterval(
    tasks.map((each) => ({ successes: each.filter(holds).length, runs: each.length })),
  );
  const count = all.filter(holds).length;
  const percent = (share: number) => sixDigits(100 * share);
  return { count, episodes: all.length, percent: percent(count / all.length), low: percent(low), high: percent(high) };
}
