/**
 * Shares and cells of OLP's tables.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../trace/metrics/share.ts';
import { olpCell, shareFields, shareText } from './cells.ts';
import { olpEpisode } from './testing/olp_episodes.ts';

const share = (count: number, all: number) =>
  shareOf(
    Array.from({ length: all }, (_, at) => olpEpisode('olp', 'tower_3', { success: at < count })),
    ({ success }) => success,
  );

describe('shareOf() and shareText()', () => {
  it('give percent, counts and interval', () => {
    expect(shareText(share(1, 2))).toBe('1/2 50.0 % (9–91)');
    expect(shareText(share(0, 1))).toBe('0/1 0.0 % (0–79)');
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
    expect(shareText(shareOf(ten('tower_3', true), ({ success }) => success))).toBe('10/10 100.0 % (72–100)');
    expect(shareText(shareOf(two, ({ success }) => success))).toBe('10/20 50.0 % (0–100)');
  });

  it('know nothing of nothing', () => {
    expect(shareText(share(0, 0))).toBe('not recorded');
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
