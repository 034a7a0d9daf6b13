/**
 * The numbers of OLP's Figure 7 from made-up episodes.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { figureSeven } from './figure_7.ts';
import { figureSevenBars } from './figure_7_bars.ts';
import { publishedOlp } from './published.ts';
import { olpEpisode as episode, olpResults as results } from './testing/olp_episodes.ts';

const published = publishedOlp();
const some = results(
  episode('olp', 'tower_3'),
  episode('olp', 'tower_3', { success: false, completed: true }),
  episode('olp', 'tower_3', { success: false, completed: false }),
  episode('oracle', 'organize_444', { success: false, completed: false }),
);

describe('figureSevenBars()', () => {
  it('has a bar for each of 17 sizes and five methods, recorded or not', () => {
    expect(figureSevenBars(some, published)).toHaveLength(17 * 5);
  });

  it('shows completion, not success', () => {
    expect(figureSevenBars(some, published)[0]).toMatchObject({
      task: 'tower_3',
      size: 3,
      completed: { count: 2, episodes: 3 },
      paperPercent: 90,
    });
  });

  it('tells 0 % from what is not recorded', () => {
    const bars = figureSevenBars(some, published).filter(({ task }) => task === 'organize_444');
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
