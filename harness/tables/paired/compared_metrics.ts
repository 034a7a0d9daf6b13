/** The metrics that say what is better, over the pairs of each two planners: tested, adjusted after Holm, judged. */
import { unknownName } from '../../io/errors/failure.ts';
import type { Compared, Fields, Metric } from '../../trace/metrics/metric.ts';
import { METRICS } from '../../trace/metrics/metrics.ts';
import { sixDigits } from '../../trace/metrics/numbers.ts';
import { moneyCompared, type Prices } from '../../trace/metrics/prices.ts';
import { holm } from '../statistics/significance.ts';
import { type Measured, measure, type ValuePair } from './measure.ts';

export type ComparableMetric = { readonly name: string; readonly title: string; readonly compared: Compared };

type MayCompare = Pick<Metric<string, never, never, never>, 'compared'>;

/** A metric may be compared in two ways, as costs are. Money is among them where there are prices. */
export function comparableMetrics(prices: Prices | null = null): readonly ComparableMetric[] {
  const metrics = METRICS.flatMap(({ name, title, compared = [] }: (typeof METRICS)[number] & MayCompare) =>
    [compared].flat().map((each): ComparableMetric => ({ name: each.name ?? name, title, compared: each })),
  );
  return prices === null ? metrics : [...metrics, { name: 'money', title: 'Money', compared: moneyCompared(prices) }];
}

/** Throws a CommandFailure on a name that is not one of them. */
export function comparableMetric(name: string, prices: Prices | null = null): ComparableMetric {
  const all = comparableMetrics(prices);
  const found = all.find((metric) => metric.name === name);
  if (found !== undefined) return found;
  const names = all.map((metric) => metric.name);
  throw unknownName('metric that can be compared', name, names);
}

/** How much worse is tolerated: shares in [0, 1], and other metrics by name, in their own unit. */
export type Margins = { readonly share: number; readonly metrics: Readonly<Record<string, number>> };

export function marginOf(
  { share, metrics }: Margins,
  { metric, unit }: Pick<ComparedMetric, 'metric' | 'unit'>,
): number {
  return metrics[metric] ?? (unit === 'share' ? share : 0);
}

/**
 * `better` and `worse` only where the test says so; `equal` where no pair differs; `within_margin` where the whole interval lies within the
 * margin; else there are too few pairs to say.
 */
export type Verdict = 'better' | 'worse' | 'equal' | 'within_margin' | 'too_few';

/** Most often the same planner. */
export type ComparedPlanners = {
  /** Of the candidate. */
  readonly planner: string;
  readonly baselinePlanner: string;
};

/** One metric of one planner, or of two, over the pairs that have it. */
export type ComparedMetric = ComparedPlanners &
  Measured & {
    readonly suite: string;
    readonly metric: string;
    readonly title: string;
    readonly better: Compared['better'];
    readonly unit: Compared['unit'];
    readonly over: string | null;
    /** Whether it is one of those that decide; the others only describe. */
    readonly decides: boolean;
    readonly pHolm: number;
    readonly verdict: Verdict;
  };

type MeasuredRow = Omit<ComparedMetric, 'pHolm' | 'verdict'>;

type MetricSide = { readonly suite: string; readonly task: string; readonly planner: string; readonly row: Fields };
type MetricPair = { readonly baseline: MetricSide; readonly candidate: MetricSide };

export type ComparedOptions = {
  /** The level of every test, after Holm. */
  readonly alpha: number;
  /** Names of the metrics that decide. */
  readonly deciding: readonly string[];
  readonly margins: Margins;
};

/** Holm is over all rows that decide, and apart from them over all others. */
export function comparedRows(
  pairs: readonly MetricPair[],
  metrics: readonly ComparableMetric[],
  { alpha, deciding, margins }: ComparedOptions,
): ComparedMetric[] {
  const groups = Map.groupBy(pairs, ({ baseline: { suite, planner }, candidate }) =>
    JSON.stringify([suite, planner, candidate.planner]),
  );
  // What Holm leaves the first of a family.
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
    const { pPairs, pTasks, p } = row;
    const pHolm = adjusted.get(row)!;
    return {
      ...row,
      pPairs: sixDigits(pPairs),
      pTasks: pTasks === null ? null : sixDigits(pTasks),
      p: sixDigits(p),
      pHolm: sixDigits(pHolm),
      verdict: verdictOf(row, { pHolm, alpha, margin: marginOf(margins, row) }),
    };
  });
}

/** Null where no pair has the metric, or all have nothing of it: a planner without a model makes no calls, and most models write readable replies. */
function measuredRow(
  group: readonly MetricPair[],
  { name, title, compared }: ComparableMetric,
  { decides, alpha }: { readonly decides: boolean; readonly alpha: number },
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

type Level = { readonly pHolm: number; readonly alpha: number; readonly margin: number };

/** A test and the interval of a mean may disagree on which side is better; then neither is. */
function verdictOf(row: MeasuredRow, { pHolm, alpha, margin }: Level): Verdict {
  const { difference, interval, gained, lost, better } = row;
  if (gained + lost === 0) return 'equal';
  const up = difference ?? 0;
  const isClear = row.test === 'mcnemar' || interval === null || interval.low > 0 || interval.high < 0;
  if (pHolm < alpha && up !== 0 && isClear) return up > 0 === (better === 'more') ? 'better' : 'worse';
  if (interval !== null && margin > 0 && interval.low >= -margin && interval.high <= margin) return 'within_margin';
  return 'too_few';
}
