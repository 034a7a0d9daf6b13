/**
 * The Wilson interval, against published values.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { wilson } from './interval.ts';

describe('wilson()', () => {
  it.for([
    // Newcombe 1998, Statistics in Medicine 17, Table I, method 3 (score, no continuity correction)
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const)('gives for %i of %i the printed limits', ([successes, runs, low, high]) => {
    const [a, b] = wilson(successes, runs);
    expect([a.toFixed(4), b.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)]);
  });

  it('is exact where all or none succeed', () => {
    for (let runs = 1; runs <= 100; runs += 1) expect([wilson(0, runs)[0], wilson(runs, runs)[1]]).toEqual([0, 1]);
  });

  it('says nothing of no runs', () => {
    expect(wilson(0, 0)).toEqual([0, 1]);
  });
});
