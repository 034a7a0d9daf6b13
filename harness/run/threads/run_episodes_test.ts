import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { EpisodeList } from '../plan/episode_list.ts';
import { dealEpisodes, inOrder } from './run_episodes.ts';

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
  it('keeps the episodes of a task and trial together and in order, but no lane idle while another has some', () => {
    expect(dealtTo([0, 1, 0, 1, 0, 1], listOf([2, 2, 2]))).toEqual([0, 2, 1, 3, 4, 5]);
    expect(dealtTo([0, 1, 2, 0], listOf([2], 3))).toEqual([0, 2, 4, 1]);
    expect(dealtTo([0, 0, 0], listOf([1, 1, 1]), [1, 2])).toEqual([1, 2, undefined]);
    expect(dealtTo([0, 1, 1, 2, 1], listOf([4]))).toEqual([0, 1, 2, 3, undefined]);
    expect(dealtTo([0, 1, 1, 1, 0, 1], listOf([4, 2]))).toEqual([0, 4, 5, 1, 2, 3]);
  });

  it('deals every episode once to any lanes', () => {
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

describe('inOrder()', () => {
  it('hands over results in order, as soon as none before them is missing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), (arrivals) => {
        const numbers = arrivals.toSorted((a, b) => a - b);
        const handed: number[] = [];
        const order = inOrder<number>(numbers, 3, (each) => handed.push(each));
        const arrived = new Set<number>();
        for (const number of arrivals) {
          order.add(number, number);
          arrived.add(number);
          const firstMissing = numbers.findIndex((each) => !arrived.has(each));
          expect(handed).toEqual(firstMissing === -1 ? numbers : numbers.slice(0, firstMissing));
        }
      }),
    );
  });

  it('delays episodes that are too far ahead', async () => {
    const order = inOrder<string>([0, 2, 4, 6], 2, () => {});
    const begun: number[] = [];
    await order.room(4);
    const waiting = order.room(6).then(() => begun.push(6));
    order.add(2, 'second');
    await Promise.resolve();
    expect(begun).toEqual([]);
    order.add(0, 'first');
    await waiting;
    expect(begun).toEqual([6]);
  });

  it('hands over the rest despite gaps, and delays no episode after release()', async () => {
    const handed: string[] = [];
    const order = inOrder<string>([0, 1, 2, 3], 1, (each) => handed.push(each));
    const waiting = order.room(3);
    order.add(2, 'third');
    order.add(1, 'second');
    order.release();
    await waiting;
    expect(handed).toEqual([]);
    order.finish();
    expect(handed).toEqual(['second', 'third']);
  });
});
