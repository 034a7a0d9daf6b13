import { describe, expect, it } from 'vitest';
import type { Content } from '../../paper_table.ts';
import { figureSevenBars } from './draw_figure_7.ts';
import { failuresOlp, figureSeven, tableOneOlp } from './tables.ts';
import { olpEpisode as episode, olpResults as results } from './testing/olp_episodes.ts';

function line({ shown }: Content, setting: string, method: string): Record<string, string> {
  const cells = shown.lines.find(([first, second]) => first === setting && second === method) ?? [];
  return Object.fromEntries(shown.header.map((title, at) => [title, cells[at] ?? '']));
}

describe('tableOneOlp', () => {
  it('has a row for each setting and method, and the oracle', () => {
    const { rows, shown } = tableOneOlp.content(results());
    expect(rows.map(({ setting, method }) => `${setting} ${method}`)).toEqual(
      ['tower', 'spelling', 'organize'].flatMap((setting) =>
        ['olp', 'llm_planner', 'llm_p', 'delta', 'oracle'].map((method) => `${setting} ${method}`),
      ),
    );
    expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
    for (const cells of shown.lines) expect(cells).toHaveLength(shown.header.length);
  });

  it('has a row of its own for a baseline as released, in the setting in which it is played, and changes no other', () => {
    const released = ['llm_planner+calls=3+preconditions=true', 'delta+domainFrom=example'] as const;
    const episodes = [episode('llm_planner', 'tower_3'), episode('delta', 'spelling_fun')];
    const before = tableOneOlp.content(results(...episodes));
    const after = tableOneOlp.content(results(...episodes, ...released.map((planner) => episode(planner, 'tower_3'))));
    const added = after.shown.lines.filter(([, method]) => method?.endsWith(', as released'));
    expect(added.map(([setting, method]) => `${setting}: ${method}`)).toEqual([
      'Tower: LLM-Planner, as released',
      'Tower: DELTA, as released',
    ]);
    expect(line(after, 'Tower', 'LLM-Planner, as released')).toMatchObject({
      'Complete, here': '1/1 100.0 % (21–100)',
      'Complete, paper': '44 % (D)',
    });
    expect(after.shown.lines.filter((cells) => !added.includes(cells))).toEqual(before.shown.lines);
  });

  it('tells completion from success, and takes lengths over successes only', () => {
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
      'Complete, here': '2/3 66.7 % (21–94)',
      'Complete, paper': '86 % (D)',
      'Success, here': '1/3 33.3 % (6–79)',
      'Success, paper': '62–77.14 % (F)',
      'Length, here': '6.0',
      'Length, shortest': '4.0',
    });
    expect(table.rows[0]).toMatchObject({
      episodes: 3,
      completed: 2,
      successes: 1,
      successesPercent: 33.3333,
      planLength: 6,
      paperEpisodes: 50,
      paperCompletedPercent: 86,
      paperSuccessPercent: null,
      paperTokens: null,
    });
  });

  it('gives effort over the episodes that came to planning, and cost over all', () => {
    const table = tableOneOlp.content(
      results(
        episode('delta', 'spelling_fun'),
        episode('delta', 'spelling_plan', {
          success: false,
          failureKind: 'parse',
          problems: 0,
          expanded: 0,
          evaluated: 0,
          transcriptTokens: 100,
        }),
      ),
    );
    expect(line(table, 'Spelling', 'DELTA')).toMatchObject({
      'Expanded, here': '30.0',
      'Evaluated, here': '60.0',
      'Latency, here': '1.50',
      'Tokens, transcript': '300 (100–500)',
      'Tokens, all calls': '800',
    });
    expect(table.rows.find((row) => row['setting'] === 'spelling' && row['method'] === 'delta')).toMatchObject({
      solverEpisodes: 1,
      solverProblems: 3,
    });
  });

  it('says why a cell is empty', () => {
    const table = tableOneOlp.content(
      results(
        episode('llm_planner', 'tower_3', { problems: 0, expanded: 0, latencyMs: null, success: false }),
        episode('llm_p', 'tower_3', { expanded: null, promptTokens: null }),
        episode('delta', 'tower_3', { problems: 0, expanded: 0, success: false }),
        episode('oracle', 'tower_3', { calls: 0, latencyMs: null, transcriptTokens: null, promptTokens: 0 }),
      ),
    );
    expect(line(table, 'Tower', 'LLM-Planner')).toMatchObject({
      'Success, paper': 'not published here',
      'Expanded, here': 'no solver',
      'Latency, here': 'not recorded',
      'Length, here': 'no success',
      'Length, shortest': 'no success',
    });
    expect(line(table, 'Tower', 'LLM+P')).toMatchObject({
      'Expanded, here': 'unknown',
      'Tokens, transcript': '500',
      'Tokens, all calls': 'not recorded',
    });
    expect(line(table, 'Tower', 'DELTA')).toMatchObject({ 'Expanded, here': 'none planned' });
    expect(line(table, 'Tower', 'Oracle')).toMatchObject({
      'Complete, paper': 'not in the paper',
      'Latency, here': 'no model',
      'Tokens, transcript': 'no model',
      'Tokens, all calls': 'no model',
    });
    expect(line(table, 'Tower', 'OLP')).toMatchObject({
      'Complete, here': 'not recorded',
      'Expanded, here': 'not recorded',
      'Tokens, all calls': 'not recorded',
    });
  });

  it('does not call a length shortest that is not proven to be', () => {
    const table = tableOneOlp.content(results(episode('olp', 'tower_3', { reference: { steps: 4, optimal: false } })));
    expect(line(table, 'Tower', 'OLP')).toMatchObject({ 'Length, here': '6.0', 'Length, shortest': 'unknown' });
  });

  it('says in its notes what is recorded, and by whom', () => {
    const notes = (...given: Parameters<typeof results>) => tableOneOlp.content(results(...given)).notes.join('\n');
    const text = notes(episode('olp', 'tower_3'), episode('delta', 'tower_3'));
    expect(text).toContain('OLP, DELTA: recorded: 1 of 1 episodes');
    expect(text).toContain('answers of model "m" from tapes (nobody, a test)');
    const many = [1, 2].map((at) => episode('delta', 'tower_3', { scene: `tower_3_${at}`, complete: at === 1 }));
    expect(notes(...many)).toContain('DELTA: recorded: 1 of 2 episodes; missing: tower_3_2: tower_3');
  });

  it('knows of the paper what its sources tell: two success rates and a range', () => {
    const cells = tableOneOlp.content(results()).shown.lines.map((each) => each[5]);
    expect(cells.filter((cell) => cell?.includes('%'))).toEqual(['62–77.14 % (F)', '62 % (D)', '77.14 % (D)']);
  });
});

describe('failuresOlp', () => {
  const table = failuresOlp.content(
    results(
      episode('olp', 'tower_3'),
      episode('olp', 'tower_3', { success: false, failureKind: 'motion' }),
      episode('olp', 'organize_222', { success: false, failureKind: 'motion' }),
      episode('olp', 'organize_222', { success: false, failureKind: 'step_limit' }),
    ),
  );

  it('counts each episode once, by setting and over all', () => {
    expect(line(table, 'Tower', 'OLP')).toMatchObject({ Success: '1/2 50.0 % (9–91)', 'Failed by': 'motion 1' });
    expect(line(table, 'All', 'OLP')).toMatchObject({ 'Failed by': 'motion 2, step limit 1' });
    for (const row of table.rows.filter(({ setting, method }) => setting === 'all' && method === 'olp')) {
      expect(row).toMatchObject({ episodes: 4, successes: 1, motion: 2, planning_limit: 0, other: 'step_limit=1' });
    }
  });

  it('counts nothing where nothing is recorded', () => {
    expect(line(table, 'Tower', 'DELTA')).toMatchObject({ Success: 'not recorded', 'Failed by': '' });
    for (const cells of table.shown.lines) expect(cells).toHaveLength(table.shown.header.length);
  });
});

const some = results(
  episode('olp', 'tower_3'),
  episode('olp', 'tower_3', { success: false, completed: true }),
  episode('olp', 'tower_3', { success: false, completed: false }),
  episode('oracle', 'organize_444', { success: false, completed: false }),
);

describe('figureSevenBars()', () => {
  it('has a bar for each of 17 sizes and five methods, recorded or not', () => {
    expect(figureSevenBars(some)).toHaveLength(17 * 5);
  });

  it('shows completion, not success', () => {
    expect(figureSevenBars(some)[0]).toMatchObject({
      task: 'tower_3',
      size: 3,
      completed: { count: 2, episodes: 3 },
      paperPercent: 90,
    });
  });

  it('tells 0 % from what is not recorded', () => {
    const bars = figureSevenBars(some).filter(({ task }) => task === 'organize_444');
    expect(bars.map(({ completed }) => completed?.percent ?? null)).toEqual([null, null, null, null, 0]);
    expect(bars.map(({ paperPercent }) => paperPercent)).toEqual([60, 0, 0, 10, null]);
  });
});

describe('figureSeven', () => {
  it('puts the paper beside what is here', () => {
    const { shown, rows } = figureSeven.content(some);
    expect(shown.lines.map(([size]) => size).slice(-2)).toEqual(['Organize 11', 'Organize 12']);
    expect(shown.lines[0]?.slice(0, 4)).toEqual(['Tower 3', '2/3 66.7 % (21–94)', '90 %', 'not recorded']);
    for (const cells of shown.lines) expect(cells).toHaveLength(shown.header.length);
    expect(rows[0]).toMatchObject({ method: 'olp', episodes: 3, completed: 2, paperCompletedPercent: 90 });
  });

  it('says under the figure how the release counts its own completions', () => {
    expect(figureSeven.content(some).notes.join('\n')).toContain('only the last unit counts');
  });
});
