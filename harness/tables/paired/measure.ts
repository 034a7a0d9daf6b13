/** Episodes of one task are alike, so the larger p and the wider interval count, over pairs or tasks. */
import { taskBootstrap } from '../../trace/metrics/intervals.ts';
import type { Compared } from '../../trace/metrics/metric.ts';
import { mean, sixDigits, sum } from '../../trace/metrics/numbers.ts';
import { binomialTail, normalQuantile } from '../statistics/distributions.ts';
import { pairedShareInterval } from '../statistics/paired_share_interval.ts';
import { exactMcNemar, signFlip, wilcoxon } from '../statistics/significance.ts';

export type ValuePair = Readonly<{ task: string; baseline: number; candidate: number }>;

type MeasureOptions = Pick<Compared, 'better'> & Readonly<{ isSuccess: boolean; alpha: number }>;

/** Differences are candidate minus baseline; shares lie in [0, 1]. */
export type Measured = Readonly<ReturnType<typeof measure>>;

export function measure(pairs: readonly ValuePair[], { better, isSuccess, alpha }: MeasureOptions) {
  const groups = [...Map.groupBy(pairs, ({ task }) => task).values()];
  const tasks = groups.map((group) => group.map(({ baseline, candidate }) => candidate - baseline));
  const all = tasks.flat();
  const gained = all.filter((each) => (better === 'more' ? each > 0 : each < 0)).length;
  const lost = all.filter((each) => each !== 0).length - gained;
  const newcombe = isSuccess ? intervalOf(...pairedShareInterval(countsOf(pairs), groups.map(countsOf))) : null;
  const drawn = taskBootstrap(tasks.map((each) => ({ part: sum(each), whole: each.length })));
  const bootstrap = drawn === null ? null : intervalOf(drawn.low, drawn.high);
  const pPairs = isSuccess ? exactMcNemar(gained, lost) : wilcoxon(all);
  const overTasks = () =>
    isSuccess ? signFlip(tasks.map(sum)) : wilcoxon(tasks.map((each) => sum(each) / each.length));
  const pTasks = tasks.length < pairs.length ? overTasks() : null;
  const ofMean = drawn?.error ? detectableMean(drawn.error, alpha) : null;
  const detectable = isSuccess ? detectableShare(pairs.length, alpha, tasks.length) : ofMean;
  return {
    pairs: pairs.length,
    tasks: tasks.length,
    baseline: mean(pairs.map((pair) => pair.baseline)),
    candidate: mean(pairs.map((pair) => pair.candidate)),
    difference: mean(all),
    // 95 % of the difference; Newcombe's is for success.
    interval: wider(newcombe, bootstrap),
    newcombe,
    bootstrap,
    gained,
    lost,
    test: isSuccess ? ('mcnemar' as const) : ('wilcoxon' as const),
    // Two-sided; `pTasks` is null where no task has several pairs.
    pPairs,
    pTasks,
    p: Math.max(pPairs, pTasks ?? 0),
    // The smallest difference shown with 80 % power; null if none is.
    detectable: detectable === null ? null : sixDigits(detectable),
  };
}

function countsOf(pairs: readonly ValuePair[]) {
  const count = (baseline: number, candidate: number) =>
    pairs.filter((pair) => pair.baseline === baseline && pair.candidate === candidate).length;
  return { both: count(1, 1), gained: count(0, 1), lost: count(1, 0), neither: count(0, 0) };
}

function intervalOf(low: number, high: number) {
  return { low: sixDigits(low), high: sixDigits(high) };
}

type Interval = ReturnType<typeof intervalOf>;

function wider(one: Interval | null, other: Interval | null): Interval | null {
  if (one === null || other === null) return one ?? other;
  return one.high - one.low >= other.high - other.low ? one : other;
}

const POWER = 0.8;

/**
 * If episodes turn independently and one way; null if there are too few tasks.
 * Both tests must show it: the sign-flip test over n turned tasks has McNemar's p of n episodes.
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

export function detectableMean(error: number, alpha: number): number {
  return (normalQuantile(1 - alpha / 2) + normalQuantile(POWER)) * error;
}
