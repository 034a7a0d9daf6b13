import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { EpisodeList } from '../plan/episode_list.ts';
import { dealEpisodes } from './deal_episodes.ts';

/** Cells with so many planners each. */
function listOf(planners: readonly number[], trials = 1): EpisodeList {
  return new EpisodeList({
    cells: planners.map((count) => Array.from({ length: count }, () => ({}) as TraceHeader)),
    trials,
  });
}

function dealtTo(lanes: readonly number[], list: EpisodeList, numbers = [...Array(list.length).keys()]) {
  return lanes.map(dealEpisodes(list, numbers));
}

describe('dealEpisodes()', () => {
  it('keeps the episodes of a task together, in their order', () => {
    expect(dealtTo([0, 1, 0, 1, 0, 1], listOf([2, 2, 2]))).toEqual([0, 2, 1, 3, 4, 5]);
  });

  it('tells trials apart', () => {
    expect(dealtTo([0, 1, 2, 0], listOf([2], 3))).toEqual([0, 2, 4, 1]);
  });

  it('deals those of a shard', () => {
    expect(dealtTo([0, 0, 0], listOf([1, 1, 1]), [1, 2])).toEqual([1, 2, undefined]);
  });

  it('leaves no lane idle while another still has episodes to play', () => {
    expect(dealtTo([0, 1, 1, 2, 1], listOf([4]))).toEqual([0, 1, 2, 3, undefined]);
    expect(dealtTo([0, 1, 1, 1, 0, 1], listOf([4, 2]))).toEqual([0, 4, 5, 1, 2, 3]);
  });

  it('deals every episode once, whichever lanes ask', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat(5), { minLength: 100, maxLength: 100 }),
        (planners, trials, lanes) => {
          const list = listOf(planners, trials);
          const dealt = dealtTo(lanes, list);
          expect(dealt.slice(0, list.length).sort((a = -1, b = -1) => a - b)).toEqual([...Array(list.length).keys()]);
          expect(dealt.slice(list.length).every((number) => number === undefined)).toBe(true);
        },
      ),
    );
  });
});
