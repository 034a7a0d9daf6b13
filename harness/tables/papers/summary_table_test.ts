import { describe, expect, it } from 'vitest';
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
  if (table === null) throw new Error('Some suite of a paper was played');
  const line = (title: string) => table.shown.lines.find(([first]) => first === title)?.slice(1);
  return { table, line };
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

describe('summaryTable()', () => {
  const { table, line } = summaryOf(ALL);

  it('has a line for each method of the papers, OLP’s by setting, LLM-State’s by level and for the robot', () => {
    expect(table.shown.header).toEqual(['Plans completed', 'Tower', 'Spelling', 'Organize']);
    expect(table.shown.lines.map(([title]) => title)).toEqual([
      ...['OLP', 'LLM-Planner', 'LLM+P', 'DELTA'],
      '**Tasks done**',
      ...['InnerM-W', 'ProgPrompt', 'w/o States', 'w/o Summary', 'w/o Objects', 'LLM-State'],
    ]);
    expect(line('InnerM-W')?.[2]).toBe('–');
  });

  it('has a line for a baseline as released where it is played, with no figure elsewhere', () => {
    const planner = 'llm_planner+calls=3+preconditions=true';
    const tabletop = olpResults(...ALL.tabletop.episodes, olpEpisode(planner, 'tower_3'));
    const more = summaryOf({ ...ALL, tabletop });
    expect(more.line('LLM-Planner, as released')).toEqual(['1/1 (21–100 %) / 44 %', '–', '–']);
    expect(more.table.shown.lines.filter(([title]) => title !== 'LLM-Planner, as released')).toEqual(table.shown.lines);
  });

  it('counts plans that were completed at the table, of episodes that ran to their end', () => {
    expect(line('OLP')).toEqual(['4/4 (51–100 %) / 86 %', 'not recorded / 80 %', 'not recorded / 81 %']);
    expect(line('DELTA')?.[2]).toBe('0/1 (0–79 %) / 61 %');
  });

  it('stands beside the paper’s share of the tasks that are recorded, and of all where none is', () => {
    expect(line('InnerM-W')?.slice(0, 2)).toEqual([
      expect.stringMatching(/^1\/2 \(.*\) \/ 30 %$/),
      'not recorded / 0 %',
    ]);
    expect(line('w/o States')?.slice(0, 2)).toEqual(['not recorded / 85 %', '1/1 (21–100 %) / 40 %']);
    expect(line('LLM-State')).toEqual(['not recorded / 93 %', 'not recorded / 77 %', '1/1 (21–100 %) / 100 %']);
  });

  it('stands beside the printed mean, where the paper has no rows', () => {
    expect(line('w/o Summary')?.slice(0, 2)).toEqual(['1/1 (21–100 %) / 93 %', 'not recorded / 14 %']);
  });

  it('has rows to compute with', () => {
    expect(table.rows).toHaveLength(4 * 3 + 6 * 2 + 3);
    expect(new Set(table.rows.map((row) => Object.keys(row).join())).size).toBe(1);
    expect(table.rows.find((row) => row['setting'] === 'tower' && row['method'] === 'olp')).toMatchObject({
      suite: 'tabletop',
      episodes: 4,
      successes: 4,
      successesPercent: 100,
      paperPercent: 86,
    });
    expect(table.rows.find((row) => row['setting'] === 'hard' && row['method'] === 'without_states')).toMatchObject({
      planner: 'llm_state+states=false',
      paperPercent: 40,
    });
  });

  it('is at most 100 characters wide', () => {
    const everything = summaryOf({
      tabletop: olpResults(
        ...olp.methods.flatMap((planner) =>
          olp.figure_7.rows.flatMap(({ task }) => Array.from({ length: 10 }, () => olpEpisode(planner, task))),
        ),
      ),
      household: ALL.household,
      robot: ALL.robot,
    });
    const lines = tableMarkdown(everything.table)
      .split('\n')
      .filter((each) => each.startsWith('|'));
    expect(lines).toHaveLength(13);
    for (const each of lines) expect(each.length).toBeLessThanOrEqual(100);
  });

  it('has only rows of suites that were played, and is not there without any', () => {
    const robot = summaryOf({ robot: ALL.robot, mine: ALL.household });
    expect(robot.table.rows.map((row) => row['suite'])).toEqual(['robot', 'robot', 'robot']);
    expect(robot.line('OLP')).toEqual(['not played', 'not played', 'not played']);
    expect(summaryTable(new Map([['mine', ALL.household]]))).toBeNull();
  });
});

function house(task: string, success: boolean, promptTokens: number) {
  const planner = 'llm_state+states=false';
  return episodeMetrics({ suite: 'household', task, planner, complete: true, success, promptTokens });
}

const TABLE = overviewTable(
  new Map([
    [
      'tabletop',
      olpResults(...['tower_3', 'tower_3', 'tower_3', 'organize_222'].map((task) => olpEpisode('olp', task))),
    ],
    [
      'household',
      {
        episodes: [house('heat_milk', true, 1_000), house('make_3_toasts', false, 20_001)],
        ...{ instructions: new Map(), model: 'm', provenance: [] },
      },
    ],
  ]),
);
const line = (title: string) => TABLE?.shown.lines.find(([first]) => first === title);

it('overviewTable() has four columns, and a number with its interval in a cell', () => {
  expect(TABLE?.shown.header).toHaveLength(4);
  expect(TABLE?.shown.lines).toHaveLength(12);
  expect(line('w/o States')).toEqual(['w/o States', '50 % (9–91)', '60 %', '10,501 (1,000–20,001)']);
});

it('overviewTable() weighs the shares of the paper by what is recorded here, and all alike where nothing is', () => {
  // Three episodes of towers (86 %), one of Organize (81.43 %).
  expect(line('OLP')?.[2]).toBe('85 %');
  expect(line('DELTA')).toEqual(['DELTA', 'not recorded', '75 %', 'not recorded']);
});

it('overviewTable() is none, where neither was played', () => {
  expect(overviewTable(new Map())).toBeNull();
});
