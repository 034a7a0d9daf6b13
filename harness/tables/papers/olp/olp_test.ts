import { expect, it } from 'vitest';
import { shareOf } from '../../../trace/metrics/pooling.ts';
import { shareCell, shareFields } from '../../table.ts';
import { slipOf } from '../llm_state/methods.ts';
import { olpCell } from './olp.ts';
import published from './published.json' with { type: 'json' };
import { olpEpisode } from './testing/olp_episodes.ts';

const { methods, settings, figure_7: figure, table_1: table } = published;
const rowsOf = (setting: string) => figure.rows.filter((row) => row.setting === setting);

it('published.json gives the completion of Table I as the means of Figure 7', () => {
  for (const { setting, percent } of table.completion.rows) {
    const rows = rowsOf(setting);
    const means = methods.map((_, at) => rows.reduce((sum, row) => sum + (row.completionPercent[at] ?? 0), 0));
    expect(percent.map(Number)).toEqual(means.map((sum) => Number((sum / rows.length).toFixed(2))));
  }
});

it('published.json claims no success rate that its episodes cannot give, or that is above completion', () => {
  for (const { setting, method, percent } of table.success.known) {
    const episodes = settings.find((each) => each.setting === setting)?.episodes ?? 0;
    expect(slipOf(percent, episodes, null)).toBeNull();
    const completion = table.completion.rows.find((row) => row.setting === setting)?.percent[methods.indexOf(method)];
    expect(Number(percent)).toBeLessThanOrEqual(Number(completion));
  }
  const [, most] = table.success.range.percent;
  expect(slipOf(most!, 50, null)).not.toBeNull();
});

const share = (count: number, all: number) =>
  shareOf(
    Array.from({ length: all }, (_, at) => olpEpisode('olp', 'tower_3', { success: at < count })),
    ({ success }) => success,
  );

it('shareOf(), shareCell() and shareFields() give percent, counts and interval', () => {
  expect(shareCell(share(1, 2))).toBe('1/2 50.0 % (9–91)');
  expect(shareCell(share(0, 1))).toBe('0/1 0.0 % (0–79)');
  expect(shareCell(share(0, 0))).toBe('not recorded');
  const fields = { done: 2, donePercent: 66.6667, doneLow: 20.766, doneHigh: 93.8508 };
  expect(shareFields('done', share(2, 3))).toEqual(fields);
  expect(shareFields('done', null)).toEqual({ done: null, donePercent: null, doneLow: null, doneHigh: null });
});

it('shareOf() takes scenes of one task for more alike than scenes of several', () => {
  const ten = (task: string, success: boolean) =>
    Array.from({ length: 10 }, () => olpEpisode('olp', task, { success }));
  const both = [...ten('tower_3', true), ...ten('tower_7', false)];
  expect(shareCell(share(10, 10))).toBe('10/10 100.0 % (72–100)');
  expect(shareCell(shareOf(both, ({ success }) => success))).toBe('10/20 50.0 % (0–100)');
});

it('olpCell() is null without episodes, and where a mean lacks a part', () => {
  const none = { episodes: 0, completed: null, solverProblems: null, calls: null, planLength: null };
  expect(olpCell([])).toMatchObject(none);
  const cell = olpCell([olpEpisode('olp', 'tower_3'), olpEpisode('olp', 'tower_3', { latencyMs: null })]);
  expect(cell).toMatchObject({ latencyMs: null, transcriptTokens: 500 });
});
