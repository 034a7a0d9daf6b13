/**
 * What success rates leave out: quality of what was done, kinds of mistakes, cost by role, and how well states were tracked.
 *
 * One line a suite and planner, over the recorded episodes. Rates are pooled over all steps or calls of those episodes.
 *
 * @module
 */

import type { Field } from '../metrics/metric.ts';
import { type EpisodeMetrics, METRICS, pool, pooledTexts } from '../metrics/metrics.ts';
import { named, sum } from '../metrics/numbers.ts';
import { costByRole } from '../metrics/roles.ts';
import { ERROR_KINDS } from '../trace/action_errors.ts';
import { total } from '../trace/episode_counts.ts';
import type { Table } from './table.ts';

type Group = { readonly suite: string; readonly planner: string; readonly episodes: readonly EpisodeMetrics[] };

/** `planners` are those of each suite in the order in which they are to be listed. */
export function metricTables(
  all: readonly EpisodeMetrics[],
  planners: ReadonlyMap<string, readonly string[]> = new Map(),
): Table[] {
  const complete = all.filter((each) => each.complete);
  const position = ({ suite, planner }: EpisodeMetrics) => planners.get(suite)?.indexOf(planner) ?? 0;
  const suites = [...Map.groupBy(complete, ({ suite }) => suite).values()];
  const groups = groupsOf(suites.flatMap((suite) => suite.toSorted((a, b) => position(a) - position(b))));
  return [qualityTable(groups), errorTable(groups), roleTable(groups)];
}

function groupsOf(episodes: readonly EpisodeMetrics[]): Group[] {
  return [...Map.groupBy(episodes, ({ suite, planner }) => `${suite} ${planner}`).values()].map((group) => {
    const { suite = '', planner = '' } = group[0] ?? {};
    return { suite, planner, episodes: group };
  });
}

/** Every metric that can be read in a column; CSV and JSON hold all. */
function qualityTable(groups: readonly Group[]): Table {
  const texts = groups.map(({ episodes }) => pooledTexts(episodes));
  return {
    name: 'metrics',
    title: 'How well: further metrics by planner',
    shown: {
      header: ['Suite', 'Planner', ...METRICS.flatMap(({ columns = {} }) => Object.keys(columns))],
      lines: groups.map(({ suite, planner }, at) => [suite, planner, ...Object.values(texts[at] ?? {})]),
    },
    rows: groups.map(({ suite, planner, episodes }) => ({
      suite,
      planner,
      episodes: episodes.length,
      ...pool(episodes),
    })),
    notes: [
      'over the recorded episodes only; planners are compared on what each has recorded, which may differ',
      ...METRICS.flatMap(({ columns, meaning, pooled }) =>
        columns === undefined ? [] : [`${Object.keys(columns).join(', ')}: ${meaning} (${pooled.how})`],
      ),
      'n/a: there is nothing to count',
    ],
  };
}

/** Mistakes by kind, and refused steps by precondition. */
function errorTable(groups: readonly Group[]): Table {
  const counted = groups.map(({ suite, planner, episodes }) => ({
    suite,
    planner,
    episodes: episodes.length,
    steps: sum(episodes.map((each) => each.steps)),
    errors: total(episodes.flatMap(({ errors }) => Object.entries(errors))),
    failures: total(episodes.flatMap(({ failures }) => Object.entries(failures))),
  }));
  return {
    name: 'errors',
    title: 'What went wrong: mistakes by kind, refused steps by precondition',
    shown: {
      header: ['Suite', 'Planner', 'Steps', ...ERROR_KINDS.map((kind) => kind.replaceAll('_', ' ')), 'Refused because'],
      lines: counted.map(({ suite, planner, steps, errors, failures }) => [
        suite,
        planner,
        String(steps),
        ...ERROR_KINDS.map((kind) => String(errors[kind] ?? 0)),
        named(failures),
      ]),
    },
    rows: counted.map(({ errors, failures, ...row }) => ({
      ...row,
      ...Object.fromEntries(ERROR_KINDS.map((kind): [string, Field] => [kind, errors[kind] ?? 0])),
      failures: named(failures),
    })),
    notes: [
      'kinds after Embodied Agent Interface (arXiv 2410.07166); parse and argument also count what was thrown away in replies',
      'wrong order: the same action would have been carried out earlier in the episode; missing step: it would not',
    ],
  };
}

/** Calls and tokens of each role of a method. */
function roleTable(groups: readonly Group[]): Table {
  const rows = groups.flatMap(({ suite, planner, episodes }) =>
    costByRole(episodes).map((cost) => ({ suite, planner, ...cost })),
  );
  return {
    name: 'roles',
    title: 'What it cost: calls and tokens by role, mean per episode',
    shown: {
      header: ['Suite', 'Planner', 'Role', 'Calls', 'Prompt tokens', 'Answer tokens'],
      lines: rows.map(({ suite, planner, role, calls, promptTokens, completionTokens }) => [
        suite,
        planner,
        role,
        ...[calls, promptTokens, completionTokens].map((mean) => mean?.toFixed(1) ?? 'unknown'),
      ]),
    },
    rows,
    notes: [
      'tokens as recorded with the answers; the manifest of the tape names the tokenizer where they were counted here',
    ],
  };
}
