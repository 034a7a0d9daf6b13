/**
 * A share of episodes with its interval, clustered by their tasks.
 *
 * @module
 */
import { clusteredInterval } from './clustered_interval.ts';
import { sixDigits, sum } from './numbers.ts';

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
  const count = new ShareCount();
  for (const each of all) count.add(each.task, holds(each));
  return count.share();
}

/** Counted one by one: two numbers a task, however many episodes there are. */
export class ShareCount {
  readonly #tasks = new Map<string, { successes: number; runs: number }>();

  add(task: string, holds: boolean): void {
    const own = this.#tasks.get(task) ?? { successes: 0, runs: 0 };
    own.runs += 1;
    if (holds) own.successes += 1;
    this.#tasks.set(task, own);
  }

  /** Null where nothing was counted. */
  share(): Share | null {
    const tasks = [...this.#tasks.values()];
    const episodes = sum(tasks.map(({ runs }) => runs));
    if (episodes === 0) return null;
    const [low, high] = clusteredInterval(tasks);
    const count = sum(tasks.map(({ successes }) => successes));
    const percent = (share: number) => sixDigits(100 * share);
    return { count, episodes, percent: percent(count / episodes), low: percent(low), high: percent(high) };
  }
}
