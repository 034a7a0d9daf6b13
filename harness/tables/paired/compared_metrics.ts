import { unknownName } from '../../io/errors/failure.ts';
import type { Compared, Fields, Metric } from '../../trace/metrics/metric.ts';
import { METRICS } from '../../trace/metrics/metrics.ts';
import { sixDigits } from '../../trace/metrics/numbers.ts';
import { moneyCompared, type Prices } from '../../trace/metrics/prices.ts';
import { holm } from '../statistics/significance.ts';
import { type Measured, measure, type ValuePair } from './measure.ts';

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
  const found = all.find((metric) => metric.name === name);
  if (found !== undefined) return found;
  const names = all.map((metric) => metric.name);
  throw unknownName('metric that can be compared', name, names);
}

/** Tolerated loss: shares in [0, 1]; other metrics by name, in their unit. */
export type Margins = Readonly<{ share: number; metrics: Readonly<Record<string, number>> }>;

export function marginOf({ share, metrics }: Margins, { metric, unit }: MeasuredRow): number {
  return metrics[metric] ?? (unit === 'share' ? share : 0);
}

/** `within_margin`: the whole interval lies inside; `equal`: no pair differs; `too_few`: not enough pairs. */
export type Verdict = 'better' | 'worse' | 'equal' | 'within_margin' | 'too_few';

export type ComparedPlanners = Readonly<{ planner: string; baselinePlanner: string }>;

type MeasuredRow = ComparedPlanners &
  Measured &
  Pick<Compared, 'better' | 'unit'> &
  Readonly<Record<'suite' | 'metric' | 'title', string>> &
  Readonly<{ over: string | null; decides: boolean }>;

export type ComparedMetric = MeasuredRow & Readonly<{ pHolm: number; verdict: Verdict }>;

type MetricSide = Readonly<{ suite: string; task: string; planner: string; row: Fields }>;
type MetricPair = Readonly<{ baseline: MetricSide; candidate: MetricSide }>;

export type ComparedOptions = Readonly<{
  alpha: number;
  deciding: readonly string[];
  margins: Margins;
}>;

export function comparedRows(
  pairs: readonly MetricPair[],
  metrics: readonly ComparableMetric[],
  { alpha, deciding, margins }: ComparedOptions,
): ComparedMetric[] {
  const groups = Map.groupBy(pairs, ({ baseline: { suite, planner }, candidate }) =>
    JSON.stringify([suite, planner, candidate.planner]),
  );
  // Holm's first level of a family.
  const level = (decides: boolean) =>
    alpha / Math.max(1, groups.size * (decides ? deciding.length : metrics.length - deciding.length));
  const measured = [...groups.values()].flatMap((group) =>
    metrics.flatMap((metric) => {
      const decides = deciding.includes(metric.name);
      return measuredRow(group, metric, { decides, alpha: level(decides) }) ?? [];
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
  const mayBeNothing = unit === 'number' || better === 'less';
  const isNothing = ({ baseline, candidate }: ValuePair) => baseline === 0 && candidate === 0;
  if (values.length === 0 || (mayBeNothing && values.every(isNothing))) return null;
  const [{ suite, planner: baselinePlanner }, { planner }] = [group[0]!.baseline, group[0]!.candidate];
  const of = measure(values, { better, isSuccess: name === 'success', alpha });
  return { suite, planner, baselinePlanner, metric: name, title, better, unit, over, decides, ...of };
}

type Level = Readonly<{ pHolm: number; alpha: number; margin: number }>;

/** Neither side wins if test and interval disagree. */
function verdictOf(row: MeasuredRow, { pHolm, alpha, margin }: Level): Verdict {
  const { difference, interval, gained, lost, better } = row;
  if (gained + lost === 0) return 'equal';
  const up = difference ?? 0;
  const isClear = row.test === 'mcnemar' || interval === null || interval.low > 0 || interval.high < 0;
  if (pHolm < alpha && up !== 0 && isClear) return up > 0 === (better === 'more') ? 'better' : 'worse';
  if (interval !== null && margin > 0 && interval.low >= -margin && interval.high <= margin) return 'within_margin';
  return 'too_few';
}
