/**
 * The arithmetic of cells: cap-imputed and success-only averages, counts that are not known.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../trace/metrics/testing/episode_metrics.ts';
import { NOT_RECORDED } from '../../table.ts';
import { cellOf, ratio } from './cells.ts';

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
