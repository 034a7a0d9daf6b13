import { counted } from '../io/errors/counted.ts';
import {
  type ComparedMetric,
  type ComparedOptions,
  comparableMetric,
  comparableMetrics,
  comparedRows,
  type MissingPair,
  type PlannerPair,
} from '../tables/paired/compared_metrics.ts';
import { changeText, differenceText, hiddenText, pEquation, titleText } from '../tables/paired/difference_text.ts';
import type { Prices } from '../trace/metrics/prices.ts';
import { type FailuresOfKind, type Flip, failuresOf, flipsOf } from './flips.ts';
import { type NamedPair, type PairedEpisode, pairEpisodes, pairedEpisode, unpairedPlanners } from './pairs.ts';
import type { Side } from './side.ts';
import { stalenessWarnings } from './staleness.ts';

export type Comparison = ComparedOptions &
  Readonly<{
    format: 1;
    overall: Overall;
    baseline: SideSummary;
    candidate: SideSummary;
    planners: readonly PlannerPair[];
    unpaired: ReturnType<typeof unpairedPlanners>;
    pairs: readonly PairedEpisode[];
    missing: readonly MissingPair[];
    rows: readonly ComparedMetric[];
    failures: readonly FailuresOfKind[];
    flips: readonly Flip[];
    warnings: readonly string[];
  }>;

export type SideSummary = ReturnType<typeof summaryOf>;

/** `worse` prevails over `better`; `too_few`: no test could be significant. */
export type Overall = Readonly<{ verdict: 'better' | 'worse' | 'no_difference' | 'too_few'; text: string }>;

export type CompareOptions = ComparedOptions & Readonly<{ planners?: readonly NamedPair[]; prices?: Prices | null }>;

export async function compareSides(baseline: Side, candidate: Side, options: CompareOptions): Promise<Comparison> {
  const { alpha, deciding, margins, prices = null } = options;
  // Throws for an unknown name.
  for (const name of [...deciding, ...Object.keys(margins.metrics)]) comparableMetric(name, prices);
  const { planners, pairs, missing } = pairEpisodes(baseline, candidate, options.planners);
  const flips = await flipsOf(pairs, baseline, candidate);
  const rows = comparedRows(pairs, comparableMetrics(prices), options);
  return {
    format: 1,
    overall: overallOf(rows, alpha),
    baseline: summaryOf(baseline),
    candidate: summaryOf(candidate),
    ...{ alpha, deciding, margins, planners },
    unpaired: options.planners?.length ? [] : unpairedPlanners(planners, { baseline, candidate }),
    pairs: pairs.map(pairedEpisode),
    missing,
    rows,
    failures: failuresOf(pairs),
    flips,
    warnings: await stalenessWarnings(baseline, candidate, pairs),
  };
}

function summaryOf({ name, kind, code, tapes, suites, episodes }: Side) {
  return { name, kind, code, tapes, suites, episodes: episodes.length };
}

function overallOf(rows: readonly ComparedMetric[], alpha: number): Overall {
  const deciding = rows.filter(({ decides }) => decides).toSorted((a, b) => a.pHolm - b.pHolm);
  const withVerdict = (verdict: ComparedMetric['verdict']) => deciding.filter((row) => row.verdict === verdict);
  const [worse, better, inMargin] = [withVerdict('worse'), withVerdict('better'), withVerdict('within_margin')];
  if (worse.length > 0) {
    const also = better.length === 0 ? '' : `; better: ${rowsText(better)}`;
    return { verdict: 'worse', text: `Worse: ${rowsText(worse)}${also}` };
  }
  if (better.length > 0) return { verdict: 'better', text: `Better: ${rowsText(better)}` };
  // n fair coins agree with probability 2^(1−n).
  const tasksMin = Math.floor(1 - Math.log2(alpha / Math.max(1, deciding.length))) + 1;
  const enough = deciding.filter((row) => row.tasks >= tasksMin || inMargin.includes(row));
  if (enough.length === 0) return { verdict: 'too_few', text: tooFewText(deciding, tasksMin) };
  const margin = inMargin.length === enough.length ? ' beyond the margin' : '';
  const others = deciding.length - enough.length;
  const tooFew = others === 0 ? '' : `; too few pairs to judge ${others} more`;
  return { verdict: 'no_difference', text: `No difference shown${margin}: ${rowsText(enough)}${tooFew}` };
}

function tooFewText([first, ...others]: readonly ComparedMetric[], tasksMin: number): string {
  if (first === undefined) return 'Too few pairs to decide: no pair has a deciding metric';
  const size = `${counted(first.pairs, 'pair')} of ${counted(first.tasks, 'task')}`;
  return `Too few pairs to decide: ${subject(first)} has ${size}${andMore(others)}; every test needs at least ${tasksMin} tasks`;
}

function rowsText([first, ...others]: readonly ComparedMetric[]): string {
  if (first === undefined) return '';
  const difference =
    first.verdict === 'equal' ? 'the same in every pair' : `${differenceText(first)}, ${pEquation(first.pHolm)}`;
  return `${subject(first)}, ${changeText(first)} (${difference}${hiddenText(first)})${andMore(others)}`;
}

function subject(row: ComparedMetric): string {
  const { planner, baselinePlanner, suite } = row;
  return `${titleText(row)} of ${planner}${planner === baselinePlanner ? '' : ` against ${baselinePlanner}`} in ${suite}`;
}

function andMore(others: readonly unknown[]): string {
  return others.length === 0 ? '' : ` (and ${others.length} more)`;
}
