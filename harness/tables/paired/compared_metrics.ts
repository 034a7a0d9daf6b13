import { unknownName } from '../../io/errors/failure.ts';
import { taskBootstrap } from '../../trace/metrics/intervals.ts';
import type { Compared, Fields, Metric } from '../../trace/metrics/metric.ts';
import { METRICS } from '../../trace/metrics/metrics.ts';
import { mean, sixDigits, sum } from '../../trace/metrics/numbers.ts';
import { moneyCompared, type Prices } from '../../trace/metrics/prices.ts';
import { type EpisodeName, episodeId } from '../../trace/trace.ts';
import { pairedShareInterval } from '../statistics/paired_share_interval.ts';
import { binomialTail, exactMcNemar, holm, normalQuantile, signFlip, wilcoxon } from '../statistics/significance.ts';

export type ComparableMetric = Readonly<{ name: string; title: string; compared: Compared }>;

type MayCompare = Pick<Metric<string, never, never, never>, 'compared'>;

export function comparableMetrics(prices: Prices | null = null): readonly ComparableMetric[] {
  const metrics = METRICS.flatMap(({ name, title, compared = [] }: (typeof METRICS)[number] & MayCompare) =>
    [compared].flat().map((each): ComparableMetric => ({ name: each.name ?? name, title, compared: each })),
  );
  return prices === null ? metrics : [...metrics, { name: 'money', title: 'Money', compared: moneyCompared(prices) }];
}

export function comparableMetric(name: string, prices: Prices | null = null): ComparableMetric {
  const all = comparableMetrics(prices);
  const metric = all.find((each) => each.name === name);
  if (metric !== undefined) return metric;
  throw unknownName(
    'metric that can be compared',
    name,
    all.map((each) => each.name),
  );
}

export type Margins = Readonly<{ share: number; metrics: Readonly<Record<string, number>> }>;

export function marginOf({ share, metrics }: Margins, { metric, unit }: MeasuredRow): number {
  return metrics[metric] ?? (unit === 'share' ? share : 0);
}

/** `equal`: no pair differs; `within_margin`: the margin contains the interval. */
export type Verdict = 'better' | 'worse' | 'equal' | 'within_margin' | 'too_few';

export type ComparedPlanners = Readonly<{ planner: string; baselinePlanner: string }>;

type MeasuredRow = ComparedPlanners &
  ReturnType<typeof measure> &
  Pick<Compared, 'better' | 'unit'> &
  Readonly<Record<'suite' | 'metric' | 'title', string>> &
  Readonly<{ over: string | null; decides: boolean }>;

export type ComparedMetric = MeasuredRow & Readonly<{ pHolm: number; verdict: Verdict }>;

type MetricSide = Readonly<{ suite: string; task: string; planner: string; row: Fields }>;
type MetricPair = Readonly<{ baseline: MetricSide; candidate: MetricSide }>;

export type ComparedOptions = Readonly<{ alpha: number; deciding: readonly string[]; margins: Margins }>;

export function comparedRows(
  pairs: readonly MetricPair[],
  metrics: readonly ComparableMetric[],
  { alpha, deciding, margins }: ComparedOptions,
): ComparedMetric[] {
  const groups = Map.groupBy(pairs, ({ baseline: { suite, planner }, candidate }) =>
    JSON.stringify([suite, planner, candidate.planner]),
  );
  // The first level of Holm's method in each family.
  const levelOf = (decides: boolean) =>
    alpha / Math.max(1, groups.size * (decides ? deciding.length : metrics.length - deciding.length));
  const measured = [...groups.values()].flatMap((group) =>
    metrics.flatMap((metric) => {
      const decides = deciding.includes(metric.name);
      return measuredRow(group, metric, { decides, alpha: levelOf(decides) }) ?? [];
    }),
  );
  const adjusted = new Map<MeasuredRow, number>();
  for (const family of [true, false]) {
    const rows = measured.filter(({ decides }) => decides === family);
    for (const [at, pHolm] of holm(rows.map(({ p }) => p)).entries()) adjusted.set(rows[at]!, pHolm);
  }
  return measured.map((row) => {
    const pHolm = adjusted.get(row)!;
    const verdict = verdictOf(row, { pHolm, alpha, margin: marginOf(margins, row) });
    const pTasks = row.pTasks === null ? null : sixDigits(row.pTasks);
    return { ...row, pPairs: sixDigits(row.pPairs), pTasks, p: sixDigits(row.p), pHolm: sixDigits(pHolm), verdict };
  });
}

function measuredRow(
  group: readonly MetricPair[],
  { name, title, compared }: ComparableMetric,
  { decides, alpha }: Readonly<{ decides: boolean; alpha: number }>,
): MeasuredRow | null {
  const { better, unit, over = null } = compared;
  const values = group.flatMap(({ baseline, candidate }): ValuePair[] => {
    const [before, after] = [compared.of(baseline.row), compared.of(candidate.row)];
    return before === null || after === null ? [] : [{ task: baseline.task, baseline: before, candidate: after }];
  });
  const omitsZero = unit === 'number' || better === 'less';
  const isZero = ({ baseline, candidate }: ValuePair) => baseline === 0 && candidate === 0;
  if (values.length === 0 || (omitsZero && values.every(isZero))) return null;
  const [{ suite, planner: baselinePlanner }, { planner }] = [group[0]!.baseline, group[0]!.candidate];
  const measured = measure(values, { better, isSuccess: name === 'success', alpha });
  return { suite, planner, baselinePlanner, metric: name, title, better, unit, over, decides, ...measured };
}

/** Neither side wins if test and interval disagree. */
function verdictOf(
  row: MeasuredRow,
  { pHolm, alpha, margin }: Readonly<Record<'pHolm' | 'alpha' | 'margin', number>>,
): Verdict {
  const { difference, interval, gained, lost, better } = row;
  if (gained + lost === 0) return 'equal';
  const change = difference ?? 0;
  const isClear = row.test === 'mcnemar' || interval === null || interval.low > 0 || interval.high < 0;
  if (pHolm < alpha && change !== 0 && isClear) return change > 0 === (better === 'more') ? 'better' : 'worse';
  if (interval !== null && margin > 0 && interval.low >= -margin && interval.high <= margin) return 'within_margin';
  return 'too_few';
}

export type ValuePair = Readonly<{ task: string; baseline: number; candidate: number }>;

type MeasureOptions = Pick<Compared, 'better'> & Readonly<{ isSuccess: boolean; alpha: number }>;

/** Episodes of a task are alike: the larger p and the wider interval count. */
export function measure(pairs: readonly ValuePair[], { better, isSuccess, alpha }: MeasureOptions) {
  const groups = [...Map.groupBy(pairs, ({ task }) => task).values()];
  const tasks = groups.map((group) => group.map(({ baseline, candidate }) => candidate - baseline));
  const all = tasks.flat();
  const gained = all.filter((each) => (better === 'more' ? each > 0 : each < 0)).length;
  const lost = all.filter((each) => each !== 0).length - gained;
  const newcombe = isSuccess ? intervalOf(...pairedShareInterval(countsOf(pairs), groups.map(countsOf))) : null;
  const resampled = taskBootstrap(tasks.map((each) => ({ part: sum(each), whole: each.length })));
  const bootstrap = resampled === null ? null : intervalOf(resampled.low, resampled.high);
  const pPairs = isSuccess ? exactMcNemar(gained, lost) : wilcoxon(all);
  const testTasks = () =>
    isSuccess ? signFlip(tasks.map(sum)) : wilcoxon(tasks.map((each) => sum(each) / each.length));
  const pTasks = tasks.length < pairs.length ? testTasks() : null;
  const meanDetectable = resampled?.error ? detectableMean(resampled.error, alpha) : null;
  const detectable = isSuccess ? detectableShare(pairs.length, alpha, tasks.length) : meanDetectable;
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
    test: isSuccess ? ('mcnemar' as const) : ('wilcoxon' as const),
    pPairs,
    pTasks,
    p: Math.max(pPairs, pTasks ?? 0),
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

/** The smallest share of one-way flips that both tests show with 80 % power: n turned tasks have McNemar's p of n episodes. */
export function detectableShare(pairs: number, alpha: number, tasks = pairs): number | null {
  let needed = 1;
  while (needed <= tasks && exactMcNemar(needed, 0) >= alpha) needed += 1;
  if (needed > tasks) return null;
  const taskShare = (share: number) => 1 - (1 - share) ** (pairs / tasks);
  const isEnough = (share: number) => 1 - binomialTail(needed - 1, tasks, taskShare(share)) >= POWER;
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

export type PlannerPair = Readonly<{ suite: string; baseline: string; candidate: string }>;

export type MissingPair = EpisodeName &
  Readonly<{
    episode: string;
    in: 'baseline' | 'candidate';
    /** `absent`, or an end, such as `tape_miss`. */
    why: string;
  }>;

type Cell = EpisodeName & Readonly<{ end: string; complete: boolean }>;

export function pairCells<E extends Cell>(
  { suite, ...planners }: PlannerPair,
  baseline: readonly E[],
  candidate: readonly E[],
) {
  const before = episodesByCell(baseline, suite, planners.baseline);
  const after = episodesByCell(candidate, suite, planners.candidate);
  const pairs: Readonly<{ baseline: E; candidate: E }>[] = [];
  const missing: MissingPair[] = [];
  const addMissing = (side: MissingPair['in'], { scene, task, trial }: E, incomplete?: E) => {
    const name = { suite, scene, task, planner: planners[side], trial };
    missing.push({ episode: episodeId(name), ...name, in: side, why: incomplete?.end ?? 'absent' });
  };
  for (const [cell, episode] of before) {
    const other = after.get(cell);
    if (episode.complete && other?.complete) pairs.push({ baseline: episode, candidate: other });
    else if (episode.complete) addMissing('candidate', episode, other);
    else if (other?.complete) addMissing('baseline', other, episode);
  }
  for (const [cell, episode] of after) {
    if (episode.complete && !before.has(cell)) addMissing('baseline', episode);
  }
  return { pairs, missing };
}

function episodesByCell<E extends Cell>(
  episodes: readonly E[],
  suite: string,
  planner: string,
): ReadonlyMap<string, E> {
  const plannerEpisodes = episodes.filter((episode) => episode.suite === suite && episode.planner === planner);
  return new Map(
    plannerEpisodes.map((episode) => [JSON.stringify([episode.scene, episode.task, episode.trial]), episode]),
  );
}
