/**
 * Compares two sides, pair by pair.
 *
 * @module
 */

import { holm } from '../tables/statistics/paired_tests.ts';
import type { Compared } from '../trace/metrics/metric.ts';
import { sixDigits } from '../trace/metrics/numbers.ts';
import type { Prices } from '../trace/metrics/prices.ts';
import { type ComparableMetric, comparableMetric, comparableMetrics } from './comparable_metrics.ts';
import { measure, type ValuePair } from './compare_metric.ts';
import type { ComparedMetric, Comparison, Margins, SideSummary, Verdict } from './comparison.ts';
import { failuresOf } from './failure_groups.ts';
import { flipsOf } from './flips.ts';
import { marginOf } from './margins.ts';
import { overallOf } from './overall.ts';
import { type Pair, pairEpisodes, pairedEpisode } from './pair_episodes.ts';
import { type NamedPair, unpairedPlanners } from './pair_planners.ts';
import type { Side, SideEpisode } from './side.ts';
import { staleness } from './staleness.ts';

export type CompareOptions = {
  readonly alpha: number;
  /** Names of the metrics that decide. */
  readonly deciding: readonly string[];
  readonly margins: Margins;
  /** Which planners are compared, and no others; where none are named, those of one name, or the only one of either side. */
  readonly planners?: readonly NamedPair[];
  /** With which money is described, too. */
  readonly prices?: Prices | null;
};

/** Throws a CommandFailure where the two cannot be compared, or a metric is not one of those that can. */
export async function compareSides(baseline: Side, candidate: Side, options: CompareOptions): Promise<Comparison> {
  const { alpha, deciding, margins, prices = null } = options;
  for (const name of [...deciding, ...Object.keys(margins.metrics)]) comparableMetric(name, prices);
  const { planners, pairs, missing } = pairEpisodes(baseline, candidate, options.planners);
  const flips = await flipsOf(pairs, baseline, candidate);
  const rows = comparedRows(pairs, comparableMetrics(prices), options);
  return {
    format: 1,
    overall: overallOf(rows, alpha),
    baseline: summaryOf(baseline),
    candidate: summaryOf(candidate),
    alpha,
    deciding,
    margins,
    planners,
    unpaired: options.planners?.length ? [] : unpairedPlanners(planners, { baseline, candidate }),
    pairs: pairs.map(pairedEpisode),
    missing,
    rows,
    failures: failuresOf(pairs),
    flips,
    warnings: await staleness(baseline, candidate, pairs),
  };
}

function summaryOf({ name, kind, code, tapes, suites, episodes }: Side): SideSummary {
  return { name, kind, code, tapes, suites, episodes: episodes.length };
}

type MeasuredRow = Omit<ComparedMetric, 'pHolm' | 'verdict'>;

type RowPair = Readonly<Record<keyof Pair, Pick<SideEpisode, 'suite' | 'task' | 'planner' | 'row'>>>;

/** Each of the metrics over the pairs of each two planners, tested, with Holm over all that decide and over all others. */
export function comparedRows(
  pairs: readonly RowPair[],
  metrics: readonly ComparableMetric[],
  { alpha, deciding, margins }: Pick<CompareOptions, 'alpha' | 'deciding' | 'margins'>,
): ComparedMetric[] {
  const groups = [
    ...Map.groupBy(pairs, ({ baseline: { suite, planner }, candidate }) =>
      JSON.stringify([suite, planner, candidate.planner]),
    ).values(),
  ];
  const level = (decides: boolean) =>
    alpha / Math.max(1, groups.length * (decides ? deciding.length : metrics.length - deciding.length));
  const measured: MeasuredRow[] = groups.flatMap((group) => {
    const [{ suite, planner: baselinePlanner }, { planner }] = [group[0]!.baseline, group[0]!.candidate];
    return metrics.flatMap(({ name, title, compared }) => {
      const { better, unit, over = null } = compared;
      const values = valuesOf(group, compared);
      const mayBeNothing = unit === 'number' || better === 'less';
      if (values.length === 0 || (mayBeNothing && values.every(isNothing))) return [];
      const decides = deciding.includes(name);
      const of = measure(values, { better, isSuccess: name === 'success', alpha: level(decides) });
      return [{ suite, planner, baselinePlanner, metric: name, title, better, unit, over, decides, ...of }];
    });
  });
  const adjusted = new Map<MeasuredRow, number>();
  for (const family of [true, false]) {
    const rows = measured.filter(({ decides }) => decides === family);
    const values = holm(rows.map(({ p }) => p));
    for (const [at, row] of rows.entries()) adjusted.set(row, values[at]!);
  }
  return measured.map((row) => {
    const pHolm = adjusted.get(row) ?? 1;
    const margin = marginOf(margins, row);
    return { ...rounded(row), pHolm: sixDigits(pHolm), verdict: verdictOf(row, { pHolm, alpha, margin }) };
  });
}

function valuesOf(pairs: readonly RowPair[], { of }: Compared): ValuePair[] {
  return pairs.flatMap(({ baseline, candidate }) => {
    const [before, after] = [of(baseline.row), of(candidate.row)];
    return before === null || after === null ? [] : [{ task: baseline.task, baseline: before, candidate: after }];
  });
}

/** A planner that asks no model makes no calls, and most models write no reply that cannot be read. */
function isNothing({ baseline, candidate }: ValuePair): boolean {
  return baseline === 0 && candidate === 0;
}

function rounded(row: MeasuredRow): MeasuredRow {
  const { pPairs, pTasks, p } = row;
  return {
    ...row,
    pPairs: sixDigits(pPairs),
    pTasks: pTasks === null ? null : sixDigits(pTasks),
    p: sixDigits(p),
  };
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
