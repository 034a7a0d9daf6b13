/**
 * What success rates leave out: quality of what was done, kinds of mistakes, cost by role, and how well states were tracked.
 *
 * One line a suite and planner, over the recorded episodes. Rates are pooled over all steps or calls of those episodes.
 *
 * @module
 */
import { type EpisodeMetrics, METRICS, pool, pooledTexts } from '../trace/metrics/metrics.ts';
import { coverageNotes } from './coverage.ts';
import { errorTable } from './error_table.ts';
import { roleTable } from './role_table.ts';
import type { PlayedGroup } from './suite_results.ts';
import type { Table } from './table.ts';

/** `planners` are those of each suite in the order in which they are to be listed. */
export function metricTables(
  all: readonly EpisodeMetrics[],
  planners: ReadonlyMap<string, readonly string[]> = new Map(),
): Table[] {
  const complete = all.filter((each) => each.complete);
  const position = ({ suite, planner }: EpisodeMetrics) => planners.get(suite)?.indexOf(planner) ?? 0;
  const suites = [...Map.groupBy(complete, ({ suite }) => suite).values()];
  const groups = groupsOf(suites.flatMap((suite) => suite.toSorted((a, b) => position(a) - position(b))));
  const wanted = [...Map.groupBy(all, ({ suite }) => suite)];
  const coverage = wanted.flatMap(([suite, episodes]) => coverageNotes(episodes).map((note) => `${suite}, ${note}`));
  return [qualityTable(groups, coverage), errorTable(groups), roleTable(groups)];
}

function groupsOf(episodes: readonly EpisodeMetrics[]): PlayedGroup[] {
  return [...Map.groupBy(episodes, ({ suite, planner }) => `${suite} ${planner}`).values()].map((group) => {
    const { suite = '', planner = '' } = group[0] ?? {};
    return { suite, planner, episodes: group };
  });
}

/** Every metric that can be read in a column; CSV and JSON hold all. */
function qualityTable(groups: readonly PlayedGroup[], coverage: readonly string[]): Table {
  const texts = groups.map(({ episodes }) => pooledTexts(episodes));
  return {
    name: 'metrics',
    title: 'How well: further metrics by planner',
    shown: {
      keys: 2,
      header: ['Suite', 'Planner', ...METRICS.flatMap(({ columns = {} }) => Object.keys(columns))],
      results: ['SR'],
      next: ['GCR', 'Steps ÷ ref', 'Exec'],
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
      ...coverage,
      ...METRICS.flatMap(({ columns, meaning, pooled }) =>
        columns === undefined ? [] : [`${Object.keys(columns).join(', ')}: ${meaning} (${pooled.how})`],
      ),
      'n/a: there is nothing to count',
    ],
  };
}
