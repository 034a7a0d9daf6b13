import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../trace/metrics/pooling.ts';
import { shareCell, shareFields } from '../../table.ts';
import { slipOf } from '../llm_state/methods.ts';
import { OLP_METHODS, olpCell, SETTINGS } from './olp.ts';
import published from './published.json' with { type: 'json' };
import { olpEpisode } from './testing/olp_episodes.ts';

describe('published.json', () => {
  const { methods, settings, figure_7: figure, table_1: table } = published;
  const rowsOf = (setting: string) => figure.rows.filter((row) => row.setting === setting);

  it('names settings, methods and percentages as the tables do', () => {
    const names = SETTINGS.map(({ setting }) => setting);
    expect(settings.map(({ setting }) => setting)).toEqual(names);
    expect(figure.rows.every(({ setting, size }) => names.includes(setting) && Number.isInteger(size))).toBe(true);
    expect(methods).toEqual(['olp', 'llm_planner', 'llm_p', 'delta']);
    expect(OLP_METHODS.map(({ title }) => title)).toEqual(['OLP', 'LLM-Planner', 'LLM+P', 'DELTA', 'Oracle']);
    for (const { method, mark } of [table.success.range, ...table.success.known]) {
      expect(methods).toContain(method);
      expect(['F', 'D']).toContain(mark);
    }
    const { range, known } = table.success;
    const percents = [...table.completion.rows.flatMap((row) => row.percent), ...range.percent];
    for (const percent of [...percents, ...known.map((each) => each.percent)]) {
      expect(percent).toMatch(/^\d{1,3}(\.\d{1,2})?$/);
    }
  });

  it('holds a percentage of ten scenes for each method and each of the 17 tasks', () => {
    expect(figure.rows).toHaveLength(17);
    for (const { completionPercent } of figure.rows) {
      expect(completionPercent.every((percent) => percent >= 0 && percent <= 100)).toBe(true);
      expect(completionPercent).toHaveLength(methods.length);
      for (const percent of completionPercent) expect(percent % 10).toBe(0);
    }
    for (const { setting, episodes } of settings) {
      expect(rowsOf(setting).length * figure.scenesPerTask).toBe(episodes);
    }
  });

  it('gives the completion of Table I as the means of Figure 7', () => {
    for (const { setting, percent } of table.completion.rows) {
      const rows = rowsOf(setting);
      const means = methods.map((_, at) => rows.reduce((sum, row) => sum + (row.completionPercent[at] ?? 0), 0));
      expect(percent.map(Number)).toEqual(means.map((sum) => Number((sum / rows.length).toFixed(2))));
    }
  });

  it('claims no success rate that its episodes cannot give, or that is above completion', () => {
    for (const { setting, method, percent } of table.success.known) {
      const episodes = settings.find((each) => each.setting === setting)?.episodes ?? 0;
      expect(slipOf(percent, episodes, null)).toBeNull();
      const completion = table.completion.rows.find((row) => row.setting === setting)?.percent[methods.indexOf(method)];
      expect(Number(percent)).toBeLessThanOrEqual(Number(completion));
    }
    const [, most] = table.success.range.percent;
    expect(slipOf(most!, 50, null)).not.toBeNull();
  });
});

const share = (count: number, all: number) =>
  shareOf(
    Array.from({ length: all }, (_, at) => olpEpisode('olp', 'tower_3', { success: at < count })),
    ({ success }) => success,
  );

describe('shareOf() and shareCell()', () => {
  it('give percent, counts and interval', () => {
    expect(shareCell(share(1, 2))).toBe('1/2 50.0 % (9–91)');
    expect(shareCell(share(0, 1))).toBe('0/1 0.0 % (0–79)');
    expect(shareFields('done', share(2, 3))).toEqual({
      done: 2,
      donePercent: 66.6667,
      doneLow: 20.766,
      doneHigh: 93.8508,
    });
  });

  it('take scenes of one task for more alike than scenes of several', () => {
    const ten = (task: string, success: boolean) =>
      Array.from({ length: 10 }, () => olpEpisode('olp', task, { success }));
    const two = [...ten('tower_3', true), ...ten('tower_7', false)];
    expect(shareCell(shareOf(ten('tower_3', true), ({ success }) => success))).toBe('10/10 100.0 % (72–100)');
    expect(shareCell(shareOf(two, ({ success }) => success))).toBe('10/20 50.0 % (0–100)');
  });

  it('know nothing of nothing', () => {
    expect(shareCell(share(0, 0))).toBe('not recorded');
    expect(shareFields('done', null)).toEqual({ done: null, donePercent: null, doneLow: null, doneHigh: null });
  });
});

describe('olpCell()', () => {
  it('is empty without episodes', () => {
    expect(olpCell([])).toMatchObject({
      episodes: 0,
      completed: null,
      solverProblems: null,
      calls: null,
      planLength: null,
    });
  });

  it('does not guess a mean of which one part is not known', () => {
    const cell = olpCell([olpEpisode('olp', 'tower_3'), olpEpisode('olp', 'tower_3', { latencyMs: null })]);
    expect(cell).toMatchObject({ latencyMs: null, transcriptTokens: 500 });
  });
});
