/**
 * Shares and cells of OLP's tables.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { olpCell, shareFields, shareOf, shareText } from './olp_cells.ts';
import { olpEpisode } from './olp_fixture.ts';

describe('shareOf() and shareText()', () => {
  it('give percent, counts and interval', () => {
    expect(shareText(shareOf(1, 2))).toBe('50.00 % (1/2, 9–91 %)');
    expect(shareText(shareOf(0, 1))).toBe('0.00 % (0/1, 0–79 %)');
    expect(shareFields('done', shareOf(2, 3))).toEqual({
      done: 2,
      donePercent: 66.6667,
      doneLow: 20.766,
      doneHigh: 93.8508,
    });
  });

  it('know nothing of nothing', () => {
    expect(shareText(shareOf(0, 0))).toBe('not recorded');
    expect(shareFields('done', null)).toEqual({ done: null, donePercent: null, doneLow: null, doneHigh: null });
  });
});

describe('olpCell()', () => {
  it('is empty without episodes', () => {
    expect(olpCell([])).toMatchObject({ episodes: 0, completed: null, problems: null, calls: null, planLength: null });
  });

  it('does not guess a mean of which one part is not known', () => {
    const cell = olpCell([olpEpisode('olp', 'tower_3'), olpEpisode('olp', 'tower_3', { latencyMs: null })]);
    expect(cell).toMatchObject({ latencyMs: null, transcriptTokens: 500 });
  });
});
