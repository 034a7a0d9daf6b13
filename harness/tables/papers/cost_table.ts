/**
 * Tests as in `tapedeck compare`; Holm is per suite.
 * @module
 */

import type { Fields } from '../../trace/metrics/metric.ts';
import { type EpisodeMetrics, episodeFields, poolSome } from '../../trace/metrics/metrics.ts';
import { meanRange, percentRange } from '../../trace/metrics/numbers.ts';
import {
  type ComparableMetric,
  type ComparedMetric,
  comparableMetric,
  comparedRows,
} from '../paired/compared_metrics.ts';
import { pEquation, signedText } from '../paired/difference_text.ts';
import { pairedCells } from '../paired/pair_cells.ts';
import type { ShownMethod } from '../paper_table.ts';
import type { SuiteResults } from '../suite_results.ts';
import type { Table } from '../table.ts';

export type CostSuite = {
  readonly suite: string;
  readonly methods: readonly ShownMethod[];
  readonly reference: string;
};

const ALPHA = 0.05;

/** Not in `compare`: over the same pairs, steps say the same. */
const STEPS_RATIO: ComparableMetric = {
  name: 'stepsRatio',
  title: 'Steps ÷ ref',
  compared: {
    better: 'less',
    unit: 'number',
    of: ({ success, steps, referenceSteps }) =>
      success === true && typeof steps === 'number' && Number(referenceSteps) > 0
        ? steps / Number(referenceSteps)
        : null,
  },
};

const COSTS = [
  { name: 'promptTokens', metric: comparableMetric('promptTokensOfAll'), digits: 0 },
  { name: 'calls', metric: comparableMetric('callsOfAll'), digits: 1 },
  { name: 'completionTokens', metric: comparableMetric('completionTokensOfAll'), digits: 0 },
  { name: 'stepsRatio', metric: STEPS_RATIO, digits: 2 },
] as const;

type CostLine = { readonly shown: readonly string[]; readonly row: Fields };

/** Null if none of the suites was played. */
export function costTable(suites: ReadonlyMap<string, SuiteResults>, compared: readonly CostSuite[]): Table | null {
  const played = compared.flatMap((each) => {
    const lines = linesOf(each, suites.get(each.suite)?.episodes ?? []);
    return lines.length === 0 ? [] : [{ ...each, lines }];
  });
  if (played.length === 0) return null;
  const references = played.map(({ suite, methods, reference }) => {
    return `${methods.find(({ planner }) => planner === reference)?.title ?? reference} in ${suite}`;
  });
  return {
    name: 'cost',
    title: 'What success costs: calls, tokens and steps of an episode, and the differences in pairs',
    shown: {
      keys: 2,
      header: [
        ...['Suite', 'Method', 'Success'],
        ...COSTS.map(({ metric }) => metric.title),
        'Pairs',
        ...COSTS.map(({ metric }) => `${metric.title}, difference`),
      ],
      results: ['Success', COSTS[0].metric.title],
      next: COSTS.slice(1).map(({ metric }) => metric.title),
      lines: played.flatMap(({ lines }) => lines.map(({ shown }) => shown)),
    },
    rows: played.flatMap(({ lines }) => lines.map(({ row }) => row)),
    notes: [
      'success, calls, tokens: share and means over the recorded episodes, failed ones included, with their 95 % intervals, clustered by task; Steps ÷ ref: steps of a success ÷ steps of the shortest plan',
      `differences: the method minus ${references.join(', minus ')}; mean over pairs, the same scene, task and trial, that both have played to their end`,
      'Pairs: how many there are, and in how many of them both succeed; calls and tokens are compared over all pairs, Steps ÷ ref over those in which both succeed',
      `95 % interval of a difference by bootstrap over tasks; p: Wilcoxon signed-rank test, the larger of those over episodes and over tasks, after Holm over the tests of a suite (${played.map(({ suite, lines }) => `${suite}: ${testsOf(lines)}`).join(', ')})`,
      'tokens as recorded with the answers; the manifest of the tape names the tokenizer where they were counted here',
    ],
  };
}

function linesOf({ suite, methods, reference }: CostSuite, all: readonly EpisodeMetrics[]): CostLine[] {
  const complete = all.filter((each) => each.complete);
  const episodes = complete.map((each) => ({ ...each, row: episodeFields(each) }));
  const own = methods
    .map((method) => ({ ...method, episodes: episodes.filter(({ planner }) => planner === method.planner) }))
    .filter((method) => method.episodes.length > 0);
  const pairs = own.flatMap(({ planner }) =>
    planner === reference
      ? []
      : pairedCells({ suite, baseline: reference, candidate: planner }, episodes, episodes).pairs,
  );
  const metrics = COSTS.map(({ metric }) => metric);
  const deciding = metrics.map(({ name }) => name);
  const rows = comparedRows(pairs, metrics, { alpha: ALPHA, deciding, margins: { share: 0, metrics: {} } });
  return own.map(({ planner, title, episodes: played }) => {
    const mine = pairs.filter(({ candidate }) => candidate.planner === planner);
    const both = mine.filter(({ baseline, candidate }) => baseline.success && candidate.success).length;
    const differences = COSTS.map(({ metric, ...cost }) => ({
      ...cost,
      row: rows.find((row) => row.planner === planner && row.metric === metric.name) ?? null,
    }));
    const pooled = pooledCosts(played);
    return {
      shown: [
        ...[suite, title, successText(played.length, pooled)],
        ...COSTS.map(({ name, digits }) =>
          meanRange(pooled[name], pooled[`${name}Low`], pooled[`${name}High`], digits),
        ),
        mine.length === 0 ? '' : `${mine.length}, both succeed in ${both}`,
        ...differences.map(({ row, digits }) => differenceText(row, digits)),
      ],
      row: {
        ...{ suite, method: title, planner, episodes: played.length },
        ...pooled,
        ...{ pairs: mine.length, bothSucceed: both },
        ...Object.assign({}, ...differences.map(({ name, row }) => differenceFields(name, row))),
      },
    };
  });
}

function pooledCosts(episodes: readonly EpisodeMetrics[]) {
  const limits = COSTS.flatMap(({ name }) => [name, `${name}Low`, `${name}High`] as const);
  return poolSome(episodes, ['successes', 'successLow', 'successHigh', ...limits]);
}

type Costs = ReturnType<typeof pooledCosts>;

function successText(episodes: number, { successes, successLow, successHigh }: Costs): string {
  return `${successes}/${episodes} ${percentRange(Number(successes) / episodes, successLow, successHigh)}`;
}

/** `+97432 (+33012 to +192345), p < 0.001`; empty for the baseline method. */
function differenceText(row: ComparedMetric | null, digits: number): string {
  if (row?.difference == null) return '';
  const text = (value: number) => signedText(value.toFixed(digits));
  const { difference, interval, pHolm } = row;
  const range = interval === null ? '' : ` (${text(interval.low)} to ${text(interval.high)})`;
  return `${text(difference)}${range}, ${pEquation(pHolm)}`;
}

function differenceFields(name: string, row: ComparedMetric | null): Fields {
  return {
    [`${name}Pairs`]: row?.pairs ?? null,
    [`${name}Difference`]: row?.difference ?? null,
    [`${name}DifferenceLow`]: row?.interval?.low ?? null,
    [`${name}DifferenceHigh`]: row?.interval?.high ?? null,
    [`${name}PHolm`]: row?.pHolm ?? null,
  };
}

function testsOf(lines: readonly CostLine[]): number {
  return lines.flatMap(({ row }) => COSTS.filter(({ name }) => row[`${name}PHolm`] !== null)).length;
}
