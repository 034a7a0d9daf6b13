import { sha256 } from '../io/digest.ts';
import { ERROR_KINDS } from '../trace/action_errors.ts';
import { total } from '../trace/episode_counts.ts';
import { costByRole } from '../trace/metrics/cost.ts';
import type { Field, Fields } from '../trace/metrics/metric.ts';
import { type EpisodeMetrics, episodeFields, METRICS, metricsOf, pool, pooledTexts } from '../trace/metrics/metrics.ts';
import { meanRange, named, percentRange, sixDigits, spaced, sum } from '../trace/metrics/numbers.ts';
import { moneyOf, moneyText, type Prices } from '../trace/metrics/prices.ts';
import { type Trace, writeTrace } from '../trace/trace.ts';
import { byPlanner, coverageNotes, type PlannerOrder } from './suite_results.ts';
import { shownRows, type Table } from './table.ts';

export function metricTables(all: readonly EpisodeMetrics[], order?: PlannerOrder): Table[] {
  const complete = all.filter((each) => each.complete);
  const groups = byPlanner(complete, (each) => each, order).map(({ own, ...name }) => ({ ...name, episodes: own }));
  const wanted = [...Map.groupBy(all, ({ suite }) => suite)];
  const coverage = wanted.flatMap(([suite, episodes]) => coverageNotes(episodes).map((note) => `${suite}, ${note}`));
  return [qualityTable(groups, coverage), errorTable(groups), roleTable(groups)];
}

type Group = { readonly suite: string; readonly planner: string; readonly episodes: readonly EpisodeMetrics[] };

function qualityTable(groups: readonly Group[], coverage: readonly string[]): Table {
  return {
    name: 'metrics',
    title: 'How well: further metrics by planner',
    shown: {
      keys: 2,
      header: ['Suite', 'Planner', ...METRICS.flatMap(({ columns = {} }) => Object.keys(columns))],
      results: ['SR'],
      next: ['GCR', 'Steps ÷ ref', 'Exec'],
      lines: groups.map(({ suite, planner, episodes }) => [suite, planner, ...Object.values(pooledTexts(episodes))]),
    },
    rows: groups.map(({ episodes, ...name }) => ({ ...name, episodes: episodes.length, ...pool(episodes) })),
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

/** CSV and JSON have all. */
const NAMED_MAX = 2;

function errorTable(groups: readonly Group[]): Table {
  const counted = groups.map(({ suite, planner, episodes }) => {
    const { executability, executabilityLow, executabilityHigh } = pool(episodes);
    return {
      suite,
      planner,
      episodes: episodes.length,
      steps: sum(episodes.map((each) => each.steps)),
      refused: sum(episodes.map((each) => each.failedSteps)),
      refusedShare: rest(executability),
      refusedShareLow: rest(executabilityHigh),
      refusedShareHigh: rest(executabilityLow),
      errors: total(episodes.flatMap(({ errors }) => Object.entries(errors))),
      failures: total(episodes.flatMap(({ failures }) => Object.entries(failures))),
    };
  });
  return {
    name: 'errors',
    title: 'What went wrong: mistakes by kind, refused steps by precondition',
    shown: shownRows(
      counted,
      {
        Suite: ({ suite }) => suite,
        Planner: ({ planner }) => planner,
        'Refused steps': ({ refused, steps, refusedShare, refusedShareLow, refusedShareHigh }) =>
          `${refused}/${steps} ${percentRange(refusedShare, refusedShareLow, refusedShareHigh)}`,
        'Refused because': ({ failures }) => mostOf(failures, NAMED_MAX),
        Mistakes: ({ errors }) => spaced(mostOf(errors, NAMED_MAX)),
      },
      { keys: 2, results: ['Refused steps'], next: ['Mistakes'] },
    ),
    rows: counted.map(({ errors, failures, ...row }) => ({
      ...row,
      ...Object.fromEntries(ERROR_KINDS.map((kind): [string, Field] => [kind, errors[kind] ?? 0])),
      failures: named(failures),
    })),
    notes: [
      'refused steps: of all steps, with the 95 % interval of the share by bootstrap over tasks, where several tasks are recorded',
      'single kinds and preconditions have counts only: most are a handful, in few tasks, of which no interval says anything. The two most frequent are named; errors.csv has all',
      `mistakes: kinds after Embodied Agent Interface (arXiv 2410.07166), which are ${ERROR_KINDS.map(spaced).join(', ')}; parse and argument also count what was thrown away in replies`,
      'wrong order: the same action would have been carried out earlier in the episode; missing step: it would not',
    ],
  };
}

function rest(share: number | null): number | null {
  return share === null ? null : sixDigits(1 - share);
}

function mostOf(counts: Readonly<Record<string, number>>, max: number): string {
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const texts = found.slice(0, max).map(([name, count]) => `${name} ${count}`);
  return [...texts, ...(found.length > max ? [`${found.length - max} more`] : [])].join(', ');
}

function roleTable(groups: readonly Group[]): Table {
  const rows = groups.flatMap(({ suite, planner, episodes }) =>
    costByRole(episodes).map((cost) => ({ suite, planner, ...cost })),
  );
  return {
    name: 'roles',
    title: 'What it cost: calls and tokens by role, mean per episode',
    shown: shownRows(
      rows,
      {
        Suite: ({ suite }) => suite,
        Planner: ({ planner }) => planner,
        Role: ({ role }) => role,
        Calls: (row) => meanRange(row.calls, row.callsLow, row.callsHigh, 1),
        'Prompt tokens': (row) => meanRange(row.promptTokens, row.promptTokensLow, row.promptTokensHigh, 0),
        'Answer tokens': (row) => meanRange(row.completionTokens, row.completionTokensLow, row.completionTokensHigh, 0),
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

/** Trace digests reveal any change of behaviour. */
export function episodesTable(traces: readonly Trace[]): Table {
  const rows: Fields[] = traces.map((trace) => {
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
        Episode: ({ episode }) => String(episode),
        End: ({ end }) => String(end),
        Steps: ({ steps }) => String(steps),
        GCR: ({ goalConditionRecall }) => Number(goalConditionRecall).toFixed(2),
      },
      { results: ['End'] },
    ),
    rows,
    notes: ['GCR: goal-condition recall at the end of the episode', 'calls, tokens and all else: episodes.csv'],
  };
}

const PRICED = ['cost', 'metrics', 'roles', 'episodes'];

/** For printing only: files must not depend on prices. */
export function pricedTable(table: Table, prices: Prices | null): Table {
  if (prices === null || !PRICED.includes(table.name)) return table;
  const { shown, rows, notes } = table;
  const money = rows.map((row) => moneyOf(row, prices));
  const { keys = 1, header, lines, results = [] } = shown;
  const after = keys + results.length;
  return {
    ...table,
    shown: {
      ...shown,
      header: header.toSpliced(after, 0, 'Money'),
      results: [...results, 'Money'],
      lines: lines.map((line, at) => line.toSpliced(after, 0, money[at] == null ? 'n/a' : moneyText(money[at]))),
    },
    rows: rows.map((row, at) => ({ ...row, money: money[at] ?? null })),
    notes: [
      ...notes,
      `Money: mean of an episode, at ${prices.prompt} for a million tokens of prompts and ${prices.completion} for a million of answers, as --prices says`,
    ],
  };
}
