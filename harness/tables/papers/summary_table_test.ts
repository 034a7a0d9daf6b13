import { expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../trace/metrics/testing/episode_metrics.ts';
import type { SuiteResults } from '../suite_results.ts';
import { tableMarkdown } from '../table.ts';
import olp from './olp/published.json' with { type: 'json' };
import { olpEpisode, olpResults } from './olp/testing/olp_episodes.ts';
import { overviewTable, summaryTable } from './summary_table.ts';

function results(...episodes: EpisodeMetrics[]): SuiteResults {
  return { episodes, instructions: new Map(), model: 'm', provenance: ['nobody, a test'] };
}

function houseEpisode(task: string, planner: string, success: boolean): EpisodeMetrics {
  return episodeMetrics({ suite: 'household', task, planner, complete: true, success });
}

function summaryOf(suites: Readonly<Record<string, SuiteResults>>) {
  const table = summaryTable(new Map(Object.entries(suites)));
  const line = (title: string) => table?.shown.lines.find(([first]) => first === title)?.slice(1);
  return { table: table!, line };
}

const ALL = {
  tabletop: olpResults(
    ...Array.from({ length: 3 }, () => olpEpisode('olp', 'tower_3')),
    olpEpisode('olp', 'tower_3', { success: false, completed: true }),
    olpEpisode('delta', 'organize_222', { success: false }),
    olpEpisode('delta', 'organize_222', { complete: false }),
  ),
  household: results(
    houseEpisode('heat_milk', 'inner_monologue', true),
    houseEpisode('put_book_on_desk', 'inner_monologue', false),
    houseEpisode('make_3_toasts', 'llm_state+states=false', true),
    houseEpisode('heat_milk', 'llm_state+summary=false', true),
  ),
  robot: results(houseEpisode('heat_food_and_bring_to_sofa', 'llm_state', true)),
};

const { table, line } = summaryOf(ALL);

it('summaryTable() counts plans that were completed at the table, of complete episodes', () => {
  expect(line('OLP')).toEqual(['4/4 (51–100 %) / 86 %', 'not recorded / 80 %', 'not recorded / 81 %']);
  expect(line('DELTA')?.[2]).toBe('0/1 (0–79 %) / 61 %');
  expect(line('InnerM-W')?.[2]).toBe('–');
});

it('summaryTable() has a line for a baseline as released where it is played, with no figure elsewhere', () => {
  const planner = 'llm_planner+calls=3+preconditions=true';
  const tabletop = olpResults(...ALL.tabletop.episodes, olpEpisode(planner, 'tower_3'));
  const more = summaryOf({ ...ALL, tabletop });
  expect(more.line('LLM-Planner, as released')).toEqual(['1/1 (21–100 %) / 44 %', '–', '–']);
  expect(more.table.shown.lines.filter(([title]) => title !== 'LLM-Planner, as released')).toEqual(table.shown.lines);
});

it('summaryTable() has the paper’s share of the recorded tasks, of all where none is, or the printed mean', () => {
  const oneOfTwo = expect.stringMatching(/^1\/2 \(.*\) \/ 30 %$/);
  expect(line('InnerM-W')?.slice(0, 2)).toEqual([oneOfTwo, 'not recorded / 0 %']);
  expect(line('w/o States')?.slice(0, 2)).toEqual(['not recorded / 85 %', '1/1 (21–100 %) / 40 %']);
  expect(line('LLM-State')).toEqual(['not recorded / 93 %', 'not recorded / 77 %', '1/1 (21–100 %) / 100 %']);
  expect(line('w/o Summary')?.slice(0, 2)).toEqual(['1/1 (21–100 %) / 93 %', 'not recorded / 14 %']);
});

it('summaryTable() has a row for each method and setting, with the same columns', () => {
  expect(table.rows).toHaveLength(4 * 3 + 6 * 2 + 3);
  expect(new Set(table.rows.map((row) => Object.keys(row).join())).size).toBe(1);
  const row = table.rows.find(({ setting, method }) => setting === 'tower' && method === 'olp');
  const counts = { episodes: 4, successes: 4, successesPercent: 100, paperPercent: 86 };
  expect(row).toMatchObject({ suite: 'tabletop', ...counts });
});

it('summaryTable() is at most 100 characters wide', () => {
  const ten = (planner: string, task: string) => Array.from({ length: 10 }, () => olpEpisode(planner, task));
  const all = olp.methods.flatMap((planner) => olp.figure_7.rows.flatMap(({ task }) => ten(planner, task)));
  const everything = summaryOf({ ...ALL, tabletop: olpResults(...all) });
  const lines = tableMarkdown(everything.table).match(/^\|.*$/gm) ?? [];
  expect(lines).toHaveLength(13);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

it('summaryTable() has only rows of played suites, and is null without any', () => {
  const robot = summaryOf({ robot: ALL.robot, mine: ALL.household });
  expect(robot.table.rows.map((row) => row['suite'])).toEqual(['robot', 'robot', 'robot']);
  expect(robot.line('OLP')).toEqual(['not played', 'not played', 'not played']);
  expect(summaryTable(new Map([['mine', ALL.household]]))).toBeNull();
});

function house(task: string, success: boolean, promptTokens: number) {
  return { ...houseEpisode(task, 'llm_state+states=false', success), promptTokens };
}

const OLP = ['tower_3', 'tower_3', 'tower_3', 'organize_222'].map((task) => olpEpisode('olp', task));
const HOUSE = [house('heat_milk', true, 1_000), house('make_3_toasts', false, 20_001)];
const PLAYED = { tabletop: olpResults(...OLP), household: results(...HOUSE) };
const OVERVIEW = overviewTable(new Map(Object.entries(PLAYED)));
const overviewLine = (title: string) => OVERVIEW?.shown.lines.find(([first]) => first === title);

it('overviewTable() has four columns, with intervals in the cells, and is null without a suite of a paper', () => {
  expect(overviewTable(new Map())).toBeNull();
  expect(OVERVIEW?.shown.header).toHaveLength(4);
  expect(OVERVIEW?.shown.lines).toHaveLength(12);
  expect(overviewLine('w/o States')).toEqual(['w/o States', '50 % (9–91)', '60 %', '10,501 (1,000–20,001)']);
});

it('overviewTable() weighs the shares of the paper by the recorded episodes, and equally where there are none', () => {
  // Three episodes of towers (86 %), one of Organize (81.43 %).
  expect(overviewLine('OLP')?.[2]).toBe('85 %');
  expect(overviewLine('DELTA')).toEqual(['DELTA', 'not recorded', '75 %', 'not recorded']);
});
