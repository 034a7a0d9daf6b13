import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../trace/metrics/testing/episode_metrics.ts';
import { NOT_RECORDED } from '../../table.ts';
import { cellOf, ratioText, slipOf } from './methods.ts';
import published from './published.json' with { type: 'json' };

const { table_1: tableOne } = published;

it('published.json has average steps that are whole sums over five runs, and the cap where every run failed', () => {
  for (const row of tableOne.rows) {
    row.averageSteps.forEach((steps, method) => {
      expect(Math.abs(steps * 5 - Math.round(steps * 5))).toBeLessThan(1e-9);
      if (row.successes[method] === 0) expect(steps).toBe(row.cap);
      else expect(steps).toBeLessThan(row.cap);
    });
  }
});

function episode(success: boolean, steps: number, more: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return episodeMetrics({
    ...{ complete: true, success, steps, stepsImputed: success ? steps : 30, calls: 3, promptTokens: 100 },
    ...{ goalConditionRecall: success ? 1 : 0.25, completionTokens: 10, ...more },
  });
}

it('cellOf() counts a failed episode with its step limit, averages successes separately, and has no mean of tokens, when a count is null', () => {
  const failed = [episode(false, 30), episode(false, 7)];
  const cell = cellOf([episode(true, 4, { failedSteps: 3 }), episode(true, 5), episode(true, 9), ...failed]);
  expect(cell).toEqual({
    ...{ episodes: 5, successes: 3, successLow: 0.230724, successHigh: 0.882379, averageSteps: 15.6 },
    ...{ averageStepsOfSuccesses: 6, referenceSteps: null, stepsRatio: null, executability: 0.945455 },
    ...{ goalConditionRecall: 0.7, calls: 3, promptTokens: 100, completionTokens: 10 },
  });
  expect(ratioText(cell)).toBe('3/5');
  expect(cellOf(failed)).toMatchObject({ successes: 0, averageSteps: 30, averageStepsOfSuccesses: null });
  const uncounted = cellOf([episode(true, 4), episode(true, 4, { promptTokens: null })]);
  expect(uncounted).toMatchObject({ promptTokens: null, completionTokens: 10 });
});

it('cellOf() leaves out incomplete episodes, and has no figures when none is left', () => {
  const missed = episode(false, 2, { complete: false });
  expect(cellOf([missed, episode(true, 4)])).toMatchObject({ episodes: 1, successes: 1 });
  const nothing = cellOf([missed]);
  expect(nothing).toMatchObject({ episodes: 0, successes: null, averageSteps: null, executability: null });
  expect(ratioText(nothing)).toBe(NOT_RECORDED);
});

it.each([
  ['92.5', 40, null, null],
  ['14.29', 35, null, null],
  ['64.86', 35, null, 'printed 64.86 %, which no whole number of 35 runs gives (22/35 = 62.86 %, 23/35 = 65.71 %)'],
  ['8.71', 35, 3, 'printed 8.71 %, but the rows give 3/35 = 8.57 %'],
])('slipOf() of %s %% over %i runs, with %s successes in the rows, is %s', (printed, runs, successes, slip) => {
  expect(slipOf(printed, runs, successes)).toBe(slip);
});

it('slipOf() never flags a percentage that was computed from counts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), fc.constantFrom(1, 2), (runs, seed, digits) => {
      const successes = seed % (runs + 1);
      const printed = ((100 * successes) / runs).toFixed(digits);
      expect(slipOf(printed, runs, successes)).toBeNull();
      expect(slipOf(printed, runs, null)).toBeNull();
    }),
  );
});
