import { expect, it } from 'vitest';
import type { Content } from '../../suite_results.ts';
import { figureSevenBars } from './draw_figure_7.ts';
import { failuresOlp, figureSeven, tableOneOlp } from './tables.ts';
import { olpEpisode as episode, olpResults as results } from './testing/olp_episodes.ts';

function line({ shown }: Content, setting: string, method: string): Record<string, string> {
  const cells = shown.lines.find(([first, second]) => first === setting && second === method) ?? [];
  return Object.fromEntries(shown.header.map((title, at) => [title, cells[at] ?? '']));
}

it('tableOneOlp has a row for each setting and method with the same columns, and for the oracle', () => {
  const { rows, shown } = tableOneOlp.content(results());
  expect(rows).toHaveLength(3 * 5);
  expect(rows[4]).toMatchObject({ setting: 'tower', method: 'oracle' });
  expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
  for (const cells of shown.lines) expect(cells).toHaveLength(shown.header.length);
});

it('tableOneOlp has another row for a baseline as released, in the setting in which it is played', () => {
  const released = ['llm_planner+calls=3+preconditions=true', 'delta+domainFrom=example'];
  const table = tableOneOlp.content(results(...released.map((planner) => episode(planner, 'tower_3'))));
  const added = table.shown.lines.filter(([, method]) => method?.endsWith(', as released'));
  expect(added.map((cells) => cells.slice(0, 3).join(': '))).toEqual([
    'Tower: LLM-Planner, as released: 1/1 100.0 % (21–100)',
    'Tower: DELTA, as released: 1/1 100.0 % (21–100)',
  ]);
  expect(table.rows).toHaveLength(3 * 5 + 2);
});

it('tableOneOlp distinguishes completion from success, and takes lengths over successes only', () => {
  const table = tableOneOlp.content(
    results(
      episode('olp', 'tower_3'),
      episode('olp', 'tower_7', { success: false, completed: true, steps: 20 }),
      episode('olp', 'tower_4', { success: false, completed: false, steps: 1 }),
      episode('olp', 'organize_222', { steps: 100 }),
      episode('olp', 'tower_5', { complete: false }),
    ),
  );
  expect(line(table, 'Tower', 'OLP')).toMatchObject({
    ...{ 'Complete, here': '2/3 66.7 % (21–94)', 'Complete, paper': '86 % (D)' },
    ...{ 'Success, here': '1/3 33.3 % (6–79)', 'Success, paper': '62–77.14 % (F)' },
    ...{ 'Length, here': '6.0', 'Length, shortest': '4.0' },
  });
  expect(table.rows[0]).toMatchObject({
    ...{ episodes: 3, completed: 2, successes: 1, successesPercent: 33.3333, planLength: 6 },
    ...{ paperEpisodes: 50, paperCompletedPercent: 86, paperSuccessPercent: null, paperTokens: null },
  });
});

it('tableOneOlp gives effort over the episodes that came to planning, and cost over all', () => {
  const none = { success: false, failureKind: 'parse', problems: 0, expanded: 0, evaluated: 0 };
  const unplanned = episode('delta', 'spelling_plan', { ...none, transcriptTokens: 100 });
  const table = tableOneOlp.content(results(episode('delta', 'spelling_fun'), unplanned));
  expect(line(table, 'Spelling', 'DELTA')).toMatchObject({
    ...{ 'Expanded, here': '30.0', 'Evaluated, here': '60.0', 'Latency, here': '1.50' },
    ...{ 'Tokens, transcript': '300 (100–500)', 'Tokens, all calls': '800' },
  });
  const row = table.rows.find(({ setting, method }) => setting === 'spelling' && method === 'delta');
  expect(row).toMatchObject({ solverEpisodes: 1, solverProblems: 3 });
});

const UNPLANNED = { problems: 0, expanded: 0, success: false };
it.each([
  [
    ...['llm_planner', 'LLM-Planner', { ...UNPLANNED, latencyMs: null }],
    { 'Expanded, here': 'no solver', 'Latency, here': 'not recorded', 'Length, here': 'no success' },
  ],
  [
    ...['llm_p', 'LLM+P', { expanded: null, promptTokens: null }],
    { 'Expanded, here': 'unknown', 'Tokens, transcript': '500', 'Tokens, all calls': 'not recorded' },
  ],
  ['delta', 'DELTA', UNPLANNED, { 'Expanded, here': 'none planned', 'Length, shortest': 'no success' }],
  [
    ...['oracle', 'Oracle', { calls: 0, latencyMs: null, transcriptTokens: null, promptTokens: 0 }],
    { 'Complete, paper': 'not in the paper', 'Latency, here': 'no model', 'Tokens, all calls': 'no model' },
  ],
  ['olp', 'OLP', { reference: { steps: 4, optimal: false } }, { 'Length, here': '6.0', 'Length, shortest': 'unknown' }],
  ['none', 'OLP', {}, { 'Complete, here': 'not recorded', 'Expanded, here': 'not recorded' }],
] as readonly (readonly [string, string, object, object])[])(
  'tableOneOlp says why a cell is empty: %s',
  (planner, title, change, cells) => {
    const table = tableOneOlp.content(results(episode(planner, 'tower_3', change)));
    expect(line(table, 'Tower', title)).toMatchObject(cells);
  },
);

const table = failuresOlp.content(
  results(
    episode('olp', 'tower_3'),
    episode('olp', 'tower_3', { success: false, failureKind: 'motion' }),
    episode('olp', 'organize_222', { success: false, failureKind: 'motion' }),
    episode('olp', 'organize_222', { success: false, failureKind: 'step_limit' }),
  ),
);

it('failuresOlp counts each episode once, by setting and over all, and nothing where nothing is recorded', () => {
  expect(line(table, 'Tower', 'OLP')).toMatchObject({ Success: '1/2 50.0 % (9–91)', 'Failed by': 'motion 1' });
  expect(line(table, 'All', 'OLP')).toMatchObject({ 'Failed by': 'motion 2, step limit 1' });
  for (const row of table.rows.filter(({ setting, method }) => setting === 'all' && method === 'olp')) {
    expect(row).toMatchObject({ episodes: 4, successes: 1, motion: 2, planning_limit: 0, other: 'step_limit=1' });
  }
  expect(line(table, 'Tower', 'DELTA')).toMatchObject({ Success: 'not recorded', 'Failed by': '' });
  for (const cells of table.shown.lines) expect(cells).toHaveLength(table.shown.header.length);
});

const some = results(
  episode('olp', 'tower_3'),
  episode('olp', 'tower_3', { success: false, completed: true }),
  episode('olp', 'tower_3', { success: false, completed: false }),
  episode('oracle', 'organize_444', { success: false, completed: false }),
);

it('figureSevenBars() has a bar for each of 17 sizes and five methods, and distinguishes 0 % from no episodes', () => {
  const all = figureSevenBars(some);
  expect(all).toHaveLength(17 * 5);
  expect(all[0]).toMatchObject({ task: 'tower_3', size: 3, completed: { count: 2, episodes: 3 }, paperPercent: 90 });
  const bars = figureSevenBars(some).filter(({ task }) => task === 'organize_444');
  expect(bars.map(({ completed }) => completed?.percent ?? null)).toEqual([null, null, null, null, 0]);
  expect(bars.map(({ paperPercent }) => paperPercent)).toEqual([60, 0, 0, 10, null]);
});

it('figureSeven has the paper’s values beside ours', () => {
  const { shown, rows } = figureSeven.content(some);
  expect(shown.lines.at(-1)?.[0]).toBe('Organize 12');
  expect(shown.lines[0]?.slice(0, 4)).toEqual(['Tower 3', '2/3 66.7 % (21–94)', '90 %', 'not recorded']);
  expect(rows[0]).toMatchObject({ method: 'olp', episodes: 3, completed: 2, paperCompletedPercent: 90 });
});
