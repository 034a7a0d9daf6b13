import type { Fields } from '../../trace/metrics/metric.ts';
import { type EpisodeMetrics, episodeFields, poolSome } from '../../trace/metrics/metrics.ts';
import { mean, percentRange } from '../../trace/metrics/numbers.ts';
import { meanOf, shareOf } from '../../trace/metrics/pooling.ts';
import { drawFrontier } from '../figures/draw_frontier.ts';
import { type ComparableMetric, comparableMetric, comparedRows, pairCells } from '../paired/compared_metrics.ts';
import { pEquation, signedText } from '../paired/difference_text.ts';
import { episodesOf, type ShownMethod, type SuiteResults } from '../suite_results.ts';
import { type Columns, shownRows, type Table } from '../table.ts';
import { householdColumns } from './llm_state/methods.ts';
import { OLP_METHODS } from './olp/olp.ts';

type Suites = ReadonlyMap<string, SuiteResults>;

type CostSuite = Readonly<{ suite: string; methods: readonly ShownMethod[]; reference: string }>;

const COST_SUITES: readonly (CostSuite & { readonly title: string })[] = [
  {
    ...{ suite: 'household', title: 'In the house', reference: 'llm_state' },
    methods: householdColumns().filter(({ paperIndex }) => paperIndex !== null),
  },
  {
    ...{ suite: 'tabletop', title: 'At the table', reference: 'olp' },
    methods: OLP_METHODS.filter(({ paperIndex }) => paperIndex !== null),
  },
];

export async function costFrontier(suites: Suites): Promise<string | null> {
  const panels = COST_SUITES.flatMap(({ suite, title, methods }) => {
    const points = methods.flatMap((method) => {
      const methodEpisodes = episodesOf(suites.get(suite) ?? { episodes: [] }, method.planner);
      const success = shareOf(methodEpisodes, (each) => each.success);
      const promptTokens = mean(methodEpisodes.map((each) => each.promptTokens));
      // A log axis has no zero.
      return success === null || !promptTokens ? [] : [{ title: method.title, success, promptTokens }];
    });
    return points.length === 0 ? [] : [{ title, points }];
  });
  const caption = ['Numbers and differences in pairs: cost.md.'];
  return panels.length === 0 ? null : drawFrontier({ title: 'What success costs', panels, caption });
}

const ALPHA = 0.05;

/** Pairs share the reference plan, so their steps show the same. */
const STEPS_RATIO: ComparableMetric = {
  ...{ name: 'stepsRatio', title: 'Steps ÷ ref' },
  compared: {
    ...{ better: 'less', unit: 'number' },
    of: ({ success, steps, referenceSteps: reference }) =>
      success === true && typeof steps === 'number' && Number(reference) > 0 ? steps / Number(reference) : null,
  },
};

const COSTS = [
  { name: 'promptTokens', metric: comparableMetric('promptTokensOfAll'), digits: 0 },
  { name: 'calls', metric: comparableMetric('callsOfAll'), digits: 1 },
  { name: 'completionTokens', metric: comparableMetric('completionTokensOfAll'), digits: 0 },
  { name: 'stepsRatio', metric: STEPS_RATIO, digits: 2 },
] as const;

type Cost = (typeof COSTS)[number];
type CostRow = ReturnType<typeof rowsOf>[number];

const COLUMNS: Columns<CostRow> = {
  Suite: 'suite',
  Method: 'method',
  Success: ({ episodes, successes, successLow, successHigh }) =>
    `${successes}/${episodes} ${percentRange(Number(successes) / episodes, successLow, successHigh)}`,
  ...ofCosts(({ name, metric, digits }) => [metric.title, meanOf<typeof name>(name, digits)]),
  Pairs: ({ pairs, bothSucceed }) => (pairs === 0 ? '' : `${pairs}, both succeed in ${bothSucceed}`),
  ...ofCosts((cost) => [`${cost.metric.title}, difference`, (row) => differenceText(row, cost)]),
};

function ofCosts(entry: (cost: Cost) => [title: string, text: (row: CostRow) => string]): Columns<CostRow> {
  return Object.fromEntries(COSTS.map(entry));
}

export function costTable(suites: Suites, compared: readonly CostSuite[] = COST_SUITES): Table | null {
  const played = compared
    .map((each) => ({ ...each, rows: rowsOf(each, suites.get(each.suite)?.episodes ?? []) }))
    .filter(({ rows }) => rows.length > 0);
  if (played.length === 0) return null;
  const references = played.map(({ suite, methods, reference }) => {
    return `${methods.find(({ planner }) => planner === reference)?.title ?? reference} in ${suite}`;
  });
  const rows = played.flatMap((each) => each.rows);
  const [first, ...next] = COSTS.map(({ metric }) => metric.title);
  return {
    name: 'cost',
    title: 'What success costs: calls, tokens and steps of an episode, and the differences in pairs',
    shown: shownRows(rows, COLUMNS, { keys: 2, results: ['Success', first!], next }),
    rows,
    notes: [
      'success, calls, tokens: share and means over the recorded episodes, failed ones included, with their 95 % intervals, clustered by task; Steps ÷ ref: steps of a success ÷ steps of the shortest plan',
      `differences: the method minus ${references.join(', minus ')}; mean over pairs, the same scene, task and trial, that both have played to their end`,
      'Pairs: how many there are, and in how many of them both succeed; calls and tokens are compared over all pairs, Steps ÷ ref over those in which both succeed',
      `95 % interval of a difference by bootstrap over tasks; p: Wilcoxon signed-rank test, the larger of those over episodes and over tasks, after Holm over the tests of a suite (${played.map(({ suite, rows: own }) => `${suite}: ${testsOf(own)}`).join(', ')})`,
      'tokens as recorded with the answers; the manifest of the tape names the tokenizer where they were counted here',
    ],
  };
}

function rowsOf({ suite, methods, reference }: CostSuite, all: readonly EpisodeMetrics[]) {
  const complete = all.filter((each) => each.complete);
  const episodes = complete.map((each) => ({ ...each, row: episodeFields(each) }));
  const played = methods
    .map((method) => ({ ...method, methodEpisodes: episodes.filter(({ planner }) => planner === method.planner) }))
    .filter(({ methodEpisodes }) => methodEpisodes.length > 0);
  const pairs = played.flatMap(({ planner }) =>
    planner === reference
      ? []
      : pairCells({ suite, baseline: reference, candidate: planner }, episodes, episodes).pairs,
  );
  const metrics = COSTS.map(({ metric }) => metric);
  const deciding = metrics.map(({ name }) => name);
  const compared = comparedRows(pairs, metrics, { alpha: ALPHA, deciding, margins: { share: 0, metrics: {} } });
  return played.map(({ planner, title, methodEpisodes }) => {
    const ownPairs = pairs.filter(({ candidate }) => candidate.planner === planner);
    const differences = COSTS.map(({ name, metric }): Fields => {
      const row = compared.find((each) => each.planner === planner && each.metric === metric.name);
      return {
        [`${name}Pairs`]: row?.pairs ?? null,
        [`${name}Difference`]: row?.difference ?? null,
        [`${name}DifferenceLow`]: row?.interval?.low ?? null,
        [`${name}DifferenceHigh`]: row?.interval?.high ?? null,
        [`${name}PHolm`]: row?.pHolm ?? null,
      };
    });
    const limits = COSTS.flatMap(({ name }) => [name, `${name}Low`, `${name}High`] as const);
    return {
      ...{ suite, method: title, planner, episodes: methodEpisodes.length },
      ...poolSome(methodEpisodes, ['successes', 'successLow', 'successHigh', ...limits]),
      pairs: ownPairs.length,
      bothSucceed: ownPairs.filter(({ baseline, candidate }) => baseline.success && candidate.success).length,
      ...(Object.assign({}, ...differences) as Fields),
    };
  });
}

function differenceText(row: Fields, { name, digits }: Cost): string {
  const [difference, low, high, pHolm] = ['Difference', 'DifferenceLow', 'DifferenceHigh', 'PHolm'].map(
    (field) => row[`${name}${field}`] as number | null,
  );
  if (difference == null) return '';
  const text = (value: number) => signedText(value.toFixed(digits));
  const range = low == null ? '' : ` (${text(low)} to ${text(high!)})`;
  return `${text(difference)}${range}, ${pEquation(pHolm!)}`;
}

function testsOf(rows: readonly Fields[]): number {
  return rows.flatMap((row) => COSTS.filter(({ name }) => row[`${name}PHolm`] !== null)).length;
}
