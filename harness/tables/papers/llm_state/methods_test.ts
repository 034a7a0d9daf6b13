import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../trace/metrics/testing/episode_metrics.ts';
import { NOT_RECORDED } from '../../table.ts';
import { cellOf, ratio, slipOf } from './methods.ts';
import published from './published.json' with { type: 'json' };

describe('published.json', () => {
  const { methods, table_1: tableOne, table_2: tableTwo, table_3: tableThree } = published;

  it('holds levels, percentages and counts of runs', () => {
    for (const { level, successPercent } of [...tableOne.means, ...tableTwo.means]) {
      expect(['simple', 'hard']).toContain(level);
      for (const percent of successPercent) expect(percent).toMatch(/^\d{1,3}(\.\d{1,2})?$/);
    }
    for (const { successes } of [...tableOne.rows, tableThree]) expect(successes.every(Number.isInteger)).toBe(true);
    for (const { cap } of [...tableOne.rows, tableThree]) expect(cap).toSatisfy(Number.isInteger);
    for (const { runs } of [...tableTwo.means, tableThree]) expect(runs).toSatisfy(Number.isInteger);
  });

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

function episode(success: boolean, steps: number, more: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return episodeMetrics({
    episode: 's/h/t/p/1',
    suite: 's',
    scene: 'h',
    task: 't',
    planner: 'p',
    trial: 1,
    end: success ? 'goal' : 'step_limit',
    complete: true,
    success,
    steps,
    stepsImputed: success ? steps : 30,
    failedSteps: 0,
    goalConditionRecall: success ? 1 : 0.25,
    calls: 3,
    promptTokens: 100,
    completionTokens: 10,
    ...more,
  });
}

describe('cellOf()', () => {
  it('counts a failed episode with its cap, and averages successes apart', () => {
    const cell = cellOf([
      episode(true, 4, { failedSteps: 3 }),
      episode(true, 5),
      episode(true, 9),
      episode(false, 30),
      episode(false, 7),
    ]);
    expect(cell).toEqual({
      episodes: 5,
      successes: 3,
      successLow: 0.230724,
      successHigh: 0.882379,
      averageSteps: 15.6,
      averageStepsOfSuccesses: 6,
      referenceSteps: null,
      stepsRatio: null,
      executability: 0.945455,
      goalConditionRecall: 0.7,
      calls: 3,
      promptTokens: 100,
      completionTokens: 10,
    });
    expect(ratio(cell)).toBe('3/5');
  });

  it('has no average of successes, when there is none', () => {
    expect(cellOf([episode(false, 30), episode(false, 3)])).toMatchObject({
      successes: 0,
      averageSteps: 30,
      averageStepsOfSuccesses: null,
    });
  });

  it('does not know a mean of tokens, when one count is not known', () => {
    const cell = cellOf([episode(true, 4), episode(true, 4, { promptTokens: null })]);
    expect(cell).toMatchObject({ promptTokens: null, completionTokens: 10 });
  });

  it('leaves out what did not run to its end, and has no figures when nothing is left', () => {
    const missed = episode(false, 2, { complete: false });
    expect(cellOf([missed, episode(true, 4)])).toMatchObject({ episodes: 1, successes: 1 });
    const nothing = cellOf([missed]);
    expect(nothing).toMatchObject({ episodes: 0, successes: null, averageSteps: null, executability: null });
    expect(ratio(nothing)).toBe(NOT_RECORDED);
  });
});

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
