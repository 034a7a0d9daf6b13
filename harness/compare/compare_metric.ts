/**
 * One metric of one planner, over pairs of episodes.
 *
 * Episodes of one task are alike, so whatever is told must hold over tasks, too: of two p-values the larger counts, of two intervals the wider.
 *
 * @module
 */

import { pairedShareInterval } from '../tables/statistics/paired_share_interval.ts';
import { exactMcNemar, signFlip, wilcoxon } from '../tables/statistics/paired_tests.ts';
import { taskBootstrap } from '../trace/metrics/intervals.ts';
import type { Compared } from '../trace/metrics/metric.ts';
import { mean, sixDigits, sum } from '../trace/metrics/numbers.ts';
import type { Interval, Measured } from './comparison.ts';
import { detectableMean, detectableShare } from './detectable.ts';

/** Values of one episode on both sides. */
export type ValuePair = { readonly task: string; readonly baseline: number; readonly candidate: number };

/** `alpha` is the level at which the smallest difference is to be told. */
export function measure(pairs: readonly ValuePair[], { better, isSuccess, alpha }: MeasureOptions): Measured {
  const groups = [...Map.groupBy(pairs, ({ task }) => task).values()];
  const tasks = groups.map((group) => group.map(difference));
  const all = tasks.flat();
  const isBetter = (each: number) => (better === 'more' ? each > 0 : each < 0);
  const gained = all.filter(isBetter).length;
  const lost = all.filter((each) => each !== 0).length - gained;
  const repeated = tasks.length < pairs.length;
  const newcombe = isSuccess ? intervalOf(...pairedShareInterval(countsOf(pairs), groups.map(countsOf))) : null;
  const drawn = taskBootstrap(tasks.map((each) => ({ part: sum(each), whole: each.length })));
  const bootstrap = drawn === null ? null : intervalOf(drawn.low, drawn.high);
  const pPairs = isSuccess ? exactMcNemar(gained, lost) : wilcoxon(all);
  const overTasks = () =>
    isSuccess ? signFlip(tasks.map(sum)) : wilcoxon(tasks.map((each) => sum(each) / each.length));
  const pTasks = repeated ? overTasks() : null;
  const detectable = isSuccess
    ? detectableShare(pairs.length, alpha, tasks.length)
    : drawn === null || drawn.error === 0
      ? null
      : detectableMean(drawn.error, alpha);
  return {
    pairs: pairs.length,
    tasks: tasks.length,
    baseline: mean(pairs.map((pair) => pair.baseline)),
    candidate: mean(pairs.map((pair) => pair.candidate)),
    difference: mean(all),
    interval: wider(newcombe, bootstrap),
    newcombe,
    bootstrap,
    gained,
    lost,
    test: isSuccess ? 'mcnemar' : 'wilcoxon',
    pPairs,
    pTasks,
    p: Math.max(pPairs, pTasks ?? 0),
    detectable: detectable === null ? null : sixDigits(detectable),
  };
}

export type MeasureOptions = {
  readonly better: Compared['better'];
  /** Success is one of two values, and has tests of its own. */
  readonly isSuccess: boolean;
  readonly alpha: number;
};

function difference({ baseline, candidate }: ValuePair): number {
  return candidate - baseline;
}

function countsOf(pairs: readonly ValuePair[]) {
  const count = (baseline: number, candidate: number) =>
    pairs.filter((pair) => pair.baseline === baseline && pair.candidate === candidate).length;
  return { both: count(1, 1), gained: count(0, 1), lost: count(1, 0), neither: count(0, 0) };
}

function intervalOf(low: number, high: number): Interval {
  return { low: sixDigits(low), high: sixDigits(high) };
}

function wider(one: Interval | null, other: Interval | null): Interval | null {
  if (one === null || other === null) return one ?? other;
  return one.high - one.low >= other.high - other.low ? one : other;
}
