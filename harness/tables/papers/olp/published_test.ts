/**
 * OLP's printed figures: that the data is consistent.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { slipOf } from '../llm_state/slip_of.ts';
import { publishedOlp } from './published.ts';

describe('publishedOlp()', () => {
  const { methods, settings, figure_7: figure, table_1: table } = publishedOlp();
  const rowsOf = (setting: string) => figure.rows.filter((row) => row.setting === setting);

  it('holds a percentage of ten scenes for each method and each of the 17 tasks', () => {
    expect(figure.rows).toHaveLength(17);
    for (const { completionPercent } of figure.rows) {
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
    expect(slipOf(most, 50, null)).not.toBeNull();
  });
});
