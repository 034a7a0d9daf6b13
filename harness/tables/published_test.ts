/**
 * The papers' printed figures: that the data is consistent, and that their slips are found by arithmetic.
 *
 * @module
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publishedLlmState, publishedOlp, slipOf } from './published.ts';

describe('slipOf()', () => {
  it('accepts a percentage that some whole number of runs gives', () => {
    expect(slipOf('92.5', 40, null)).toBeNull();
    expect(slipOf('14.29', 35, null)).toBeNull();
  });

  it('names the nearest fractions, when no whole number of runs gives the percentage', () => {
    expect(slipOf('64.86', 35, null)).toBe(
      'printed 64.86 %, which no whole number of 35 runs gives (22/35 = 62.86 %, 23/35 = 65.71 %)',
    );
  });

  it('gives what the rows come to, when the printed mean is another', () => {
    expect(slipOf('8.71', 35, 3)).toBe('printed 8.71 %, but the rows give 3/35 = 8.57 %');
  });

  it('never flags a percentage that was computed from counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), fc.constantFrom(1, 2), (runs, seed, digits) => {
        const successes = seed % (runs + 1);
        const printed = ((100 * successes) / runs).toFixed(digits);
        expect(slipOf(printed, runs, successes)).toBeNull();
        expect(slipOf(printed, runs, null)).toBeNull();
      }),
    );
  });
});

describe('publishedLlmState()', () => {
  const { methods, table_1: tableOne, table_2: tableTwo } = publishedLlmState();

  it('holds 8 simple and 7 hard tasks with a value for each method', () => {
    expect(tableOne.rows.filter((row) => row.level === 'simple')).toHaveLength(8);
    expect(tableOne.rows.filter((row) => row.level === 'hard')).toHaveLength(7);
    for (const row of tableOne.rows) {
      expect(row.successes).toHaveLength(methods.length);
      expect(row.averageSteps).toHaveLength(methods.length);
    }
  });

  it('has average steps that are whole sums over five runs, and the cap where every run failed', () => {
    for (const row of tableOne.rows) {
      row.averageSteps.forEach((steps, method) => {
        expect(Math.abs(steps * 5 - Math.round(steps * 5))).toBeLessThan(1e-9);
        if (row.successes[method] === 0) expect(steps).toBe(row.cap);
        else expect(steps).toBeLessThan(row.cap);
      });
    }
  });

  it('gives the mean average steps that follow from the rows', () => {
    const means = (level: string) =>
      methods.map((_, method) => {
        const rows = tableOne.rows.filter((row) => row.level === level);
        return rows.reduce((sum, row) => sum + (row.averageSteps[method] ?? 0), 0) / rows.length;
      });
    expect(means('simple').map((mean) => mean.toFixed(2))).toEqual(['15.35', '12.13', '10.88', '10.48']);
    expect(means('hard').map((mean) => mean.toFixed(2))).toEqual(['91.43', '91.43', '88.94', '63.83']);
  });

  it('prints the same means for the methods that both tables show', () => {
    for (const mean of tableOne.means) {
      const second = tableTwo.means.find(({ level }) => level === mean.level);
      for (const method of ['without_states', 'llm_state']) {
        expect(Number(second?.successPercent[tableTwo.methods.indexOf(method)])).toBe(
          Number(mean.successPercent[methods.indexOf(method)]),
        );
      }
    }
  });
});

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
