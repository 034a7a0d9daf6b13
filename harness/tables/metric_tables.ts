import { sha256 } from '../io/digest.ts';
import { total } from '../trace/episode_counts.ts';
import { costByRole } from '../trace/metrics/cost.ts';
import type { Field, Fields } from '../trace/metrics/metric.ts';
import { type EpisodeMetrics, episodeFields, METRICS, metricsOf, type Pooled, pool } from '../trace/metrics/metrics.ts';
import { countsText, sixDigits, spaced, sum } from '../trace/metrics/numbers.ts';
import { meanOf, percentOf } from '../trace/metrics/pooling.ts';
import { moneyOf, moneyText, type Prices } from '../trace/metrics/prices.ts';
import { type Trace, writeTrace } from '../trace/trace.ts';
import { ERROR_KINDS } from '../trace/trace_schema.ts';
import { coverageNotes, groupByPlanner, type PlannerOrder } from './suite_results.ts';
import { type Columns, shownRows, type Table } from './table.ts';

export function metricTables(all: readonly EpisodeMetrics[], order?: PlannerOrder): Table[] {
  const complete = all.filter((each) => each.complete);
  const groups = groupByPlanner(complete, (each) => each, order).map(({ items: episodes, ...name }) => ({
    episodes,
    row: { ...name, episodes: episodes.length, ...pool(episodes) },
  }));
  const suites = [...Map.groupBy(all, ({ suite }) => suite)];
  const coverage = suites.flatMap(([suite, episodes]) => coverageNotes(episodes).map((note) => `${suite}, ${note}`));
  return [qualityTable(groups, coverage), errorTable(groups), roleTable(groups)];
}

type Row = Readonly<Record<'suite' | 'planner', string>> & { readonly episodes: number } & Pooled;
type Group = Readonly<{ episodes: readonly EpisodeMetrics[]; row: Row }>;

const NAME_COLUMNS = { Suite: 'suite', Planner: 'planner' } as const;

function qualityTable(groups: readonly Group[], coverage: readonly string[]): Table {
  const rows = groups.map(({ row }) => row);
  const columns: Columns<Row> = Object.assign({ ...NAME_COLUMNS }, ...METRICS.map((metric) => metric.columns));
  return {
    name: 'metrics',
    title: 'How well: further metrics by planner',
    shown: shownRows(rows, columns, { keys: 2, results: ['SR'], next: ['GCR', 'Steps ÷ ref', 'Exec'] }),
    rows,
    notes: [
      'over the recorded episodes only; planners are compared on what each has recorded, which may differ',
      ...coverage,
      ...METRICS.flatMap(({ columns, meaning, pooled }) =>
        columns === undefined ? [] : [`${Object.keys(columns).join(', ')}: ${meaning} (${pooled.how})`],
      ),
      'n/a: there is nothing to count',
    ],
  };
}

const FREQUENT_MAX = 2;

function errorTable(groups: readonly Group[]): Table {
  const rows = groups.map(({ episodes, row }) => ({
    ...{ suite: row.suite, planner: row.planner, episodes: episodes.length },
    steps: sum(episodes.map((each) => each.steps)),
    refused: sum(episodes.map((each) => each.failedSteps)),
    refusedShare: complement(row.executability),
    refusedShareLow: complement(row.executabilityHigh),
    refusedShareHigh: complement(row.executabilityLow),
    errors: total(episodes.flatMap(({ errors }) => Object.entries(errors))),
    failures: total(episodes.flatMap(({ failures }) => Object.entries(failures))),
  }));
  return {
    name: 'errors',
    title: 'What went wrong: mistakes by kind, refused steps by precondition',
    shown: shownRows(
      rows,
      {
        ...NAME_COLUMNS,
        'Refused steps': (row) => `${row.refused}/${row.steps} ${percentOf('refusedShare')(row)}`,
        'Refused because': ({ failures }) => mostFrequent(failures),
        Mistakes: ({ errors }) => spaced(mostFrequent(errors)),
      },
      { keys: 2, results: ['Refused steps'], next: ['Mistakes'] },
    ),
    rows: rows.map(({ errors, failures, ...row }) => ({
      ...row,
      ...Object.fromEntries(ERROR_KINDS.map((kind): [string, Field] => [kind, errors[kind] ?? 0])),
      failures: countsText(failures),
    })),
    notes: [
      'refused steps: of all steps, with the 95 % interval of the share by bootstrap over tasks, where several tasks are recorded',
      'single kinds and preconditions have counts only: most are a handful, in few tasks, of which no interval says anything. The two most frequent are named; errors.csv has all',
      `mistakes: kinds after Embodied Agent Interface (arXiv 2410.07166), which are ${ERROR_KINDS.map(spaced).join(', ')}; parse and argument also count what was thrown away in replies`,
      'wrong order: the same action would have been carried out earlier in the episode; missing step: it would not',
    ],
  };
}

function complement(share: number | null): number | null {
  return share === null ? null : sixDigits(1 - share);
}

function mostFrequent(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const texts = sorted.slice(0, FREQUENT_MAX).map(([name, count]) => `${name} ${count}`);
  return [...texts, ...(sorted.length > FREQUENT_MAX ? [`${sorted.length - FREQUENT_MAX} more`] : [])].join(', ');
}

function roleTable(groups: readonly Group[]): Table {
  const rows = groups.flatMap(({ episodes, row: { suite, planner } }) =>
    costByRole(episodes).map((cost) => ({ suite, planner, ...cost })),
  );
  return {
    name: 'roles',
    title: 'What it cost: calls and tokens by role, mean per episode',
    shown: shownRows(
      rows,
      {
        ...NAME_COLUMNS,
        Role: 'role',
        Calls: meanOf('calls', 1),
        'Prompt tokens': meanOf('promptTokens', 0),
        'Answer tokens': meanOf('completionTokens', 0),
      },
      { keys: 3, results: ['Calls'] },
    ),
    rows,
    notes: [
      'in brackets: 95 % interval by bootstrap over tasks; none where one task is recorded, or every draw of tasks has the same mean',
      'tokens as recorded with the answers, n/a where some have none; the manifest of the tape names the tokenizer where they were counted here',
    ],
  };
}

export function episodesTable(traces: readonly Trace[]): Table {
  const rows = traces.map((trace): Fields => {
    const metrics = metricsOf(trace);
    const { episode, end } = metrics;
    return { episode, end, ...episodeFields(metrics), traceSha256: sha256(writeTrace(trace)) };
  });
  return {
    name: 'episodes',
    title: 'Recorded episodes',
    shown: shownRows(
      rows,
      {
        Episode: 'episode',
        End: 'end',
        Steps: 'steps',
        GCR: ({ goalConditionRecall }) => Number(goalConditionRecall).toFixed(2),
      },
      { results: ['End'] },
    ),
    rows,
    notes: ['GCR: goal-condition recall at the end of the episode', 'calls, tokens and all else: episodes.csv'],
  };
}

const PRICED_TABLES = ['cost', 'metrics', 'roles', 'episodes'];

/** For printing only: files must not depend on prices. */
export function pricedTable(table: Table, prices: Prices | null): Table {
  if (prices === null || !PRICED_TABLES.includes(table.name)) return table;
  const { shown, rows, notes } = table;
  const pricedRows = rows.map((row) => ({ ...row, money: moneyOf(row, prices) }));
  const { keys = 1, header, lines, results = [] } = shown;
  const column = keys + results.length;
  const texts = pricedRows.map(({ money }) => (money === null ? 'n/a' : moneyText(money)));
  return {
    ...table,
    shown: {
      ...shown,
      header: header.toSpliced(column, 0, 'Money'),
      results: [...results, 'Money'],
      lines: lines.map((line, at) => line.toSpliced(column, 0, texts[at]!)),
    },
    rows: pricedRows,
    notes: [
      ...notes,
      `Money: mean per episode, at ${prices.prompt} for a million prompt tokens and ${prices.completion} for a million answer tokens (--prices)`,
    ],
  };
}
