/**
 * Intervals over several tasks: as wide as what the tasks tell, never narrower than for independent runs.
 *
 * @module
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredInterval } from './clustered_interval.ts';
import { wilson } from './interval.ts';

const tens = (...successes: number[]) => successes.map((each) => ({ successes: each, runs: 10 }));
const width = ([low, high]: readonly [number, number]) => high - low;

describe('clusteredInterval()', () => {
  it('is that of independent runs within one task, and with a run each', () => {
    expect(clusteredInterval(tens(7))).toEqual(wilson(7, 10));
    const single = [1, 0, 1, 1].map((successes) => ({ successes, runs: 1 }));
    const [low, high] = clusteredInterval(single);
    expect(low).toBeCloseTo(wilson(3, 4)[0], 12);
    expect(high).toBeCloseTo(wilson(3, 4)[1], 12);
  });

  it('counts a task as little more than one run where its scenes all end alike', () => {
    // By hand: design effect 10 · 49/50 · 5/4 = 12.25, few tasks (2.0096/2.7764)² = 0.52391, 50/12.25 · 0.52391 = 2.13841 runs.
    const [low, high] = clusteredInterval(tens(10, 10, 10, 0, 0));
    const [expectedLow, expectedHigh] = wilson(0.6 * 2.13841, 2.13841);
    expect([low, high]).toEqual([expect.closeTo(expectedLow, 4), expect.closeTo(expectedHigh, 4)]);
    expect(width([low, high])).toBeGreaterThan(2 * width(wilson(30, 50)));
  });

  it('widens with the differences between tasks, for the same share', () => {
    const widths = [tens(6, 6, 6, 6, 6), tens(9, 8, 6, 4, 3), tens(10, 10, 8, 2, 0)].map((each) =>
      width(clusteredInterval(each)),
    );
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths).size).toBe(3);
  });

  it('is exact at the ends, and knows that five tasks are few', () => {
    const [low, high] = clusteredInterval(tens(10, 10, 10, 10, 10));
    expect(high).toBe(1);
    expect(low).toBeLessThan(wilson(50, 50)[0]);
    expect(clusteredInterval(tens(0, 0, 0))[0]).toBe(0);
  });

  it('counts tasks, not episodes, where all or none succeed', () => {
    expect(clusteredInterval(tens(10, 10, 10, 10, 10, 10, 10, 10))).toEqual(wilson(8, 8));
    expect(clusteredInterval(tens(0, 0, 0, 0, 0, 0, 0, 0))).toEqual(wilson(0, 8));
  });

  it('narrows step by step as failures show how alike episodes of a task are', () => {
    // By hand: correlation at least 1/2, 1/3 and 1/5, so 80/5.5, 80/4 and 80/2.8 runs.
    const ofFailures = [
      tens(10, 10, 10, 10, 10, 10, 10, 9),
      tens(10, 10, 10, 10, 10, 10, 9, 9),
      tens(10, 10, 10, 10, 9, 9, 9, 9),
    ];
    const byHand = [
      wilson((79 / 80) * (80 / 5.5), 80 / 5.5),
      wilson((78 / 80) * 20, 20),
      wilson((76 / 80) * (80 / 2.8), 80 / 2.8),
    ];
    for (const [at, tasks] of ofFailures.entries()) {
      expect(clusteredInterval(tasks)).toEqual(byHand[at]!.map((limit) => expect.closeTo(limit, 9)));
    }
  });

  it('says nothing of no runs', () => {
    expect(clusteredInterval([])).toEqual([0, 1]);
    expect(clusteredInterval([{ successes: 0, runs: 0 }])).toEqual([0, 1]);
  });

  it('holds the share, whatever order the tasks are in, and is never narrower than without tasks', () => {
    const task = fc
      .integer({ min: 1, max: 12 })
      .chain((runs) => fc.record({ successes: fc.nat(runs), runs: fc.constant(runs) }));
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 8 }), (tasks) => {
        const runs = tasks.reduce((sum, each) => sum + each.runs, 0);
        const successes = tasks.reduce((sum, each) => sum + each.successes, 0);
        const [low, high] = clusteredInterval(tasks);
        expect(low).toBeLessThanOrEqual(successes / runs + 1e-12);
        expect(high).toBeGreaterThanOrEqual(successes / runs - 1e-12);
        expect(width([low, high])).toBeGreaterThanOrEqual(width(wilson(successes, runs)) - 1e-9);
        const [otherLow, otherHigh] = clusteredInterval(tasks.toReversed());
        expect([otherLow, otherHigh]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)]);
      }),
    );
  });
});
