import { expect, it } from 'vitest';
import { detectableMean, detectableShare } from './compared_metrics.ts';

it('detectableShare() asks for six turned episodes, and for more pairs the smaller the difference', () => {
  expect(detectableShare(5, 0.05)).toBeNull();
  // Of 6, all must turn in four of five comparisons.
  expect(detectableShare(6, 0.05)).toBeCloseTo(0.8 ** (1 / 6), 6);
  expect([15, 75, 500].map((pairs) => detectableShare(pairs, 0.05)?.toFixed(3))).toEqual(['0.476', '0.103', '0.016']);
  expect(detectableShare(15, 0.01)).toBeGreaterThan(detectableShare(15, 0.05)!);
});

it('detectableShare() asks for six tasks in which episodes turn, where tasks have several', () => {
  // By hand: six of six tasks in four of five comparisons, each with ten episodes.
  expect(detectableShare(60, 0.05, 6)).toBeCloseTo(1 - (1 - 0.8 ** (1 / 6)) ** (1 / 10), 6);
  expect(detectableShare(60, 0.05, 60)).toBeLessThan(detectableShare(60, 0.05, 6)!);
  expect(detectableShare(50, 0.05, 5)).toBeNull();
});

it('detectableMean() is the textbook’s 2.8 standard errors', () => {
  expect(detectableMean(1, 0.05)).toBeCloseTo(1.959964 + 0.841621, 5);
});
