import { expect, it } from 'vitest';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import { Progress, progressText } from './progress.ts';

const NO_CALLS = { calls: 0, tokens: 0 };

it.each([
  [
    { done: 12, total: 75, elapsedMs: 4_000, calls: 480, tokens: 1_234_567 },
    '12 of 75, 3.0/s, 480 calls, 1.2 M tokens, 21 s left',
  ],
  [
    { done: 1, total: 100, elapsedMs: 30_000, calls: 9, tokens: 45_000 },
    '1 of 100, 2.0/min, 9 calls, 45 k tokens, 50 min left',
  ],
  [{ done: 1, total: 30, elapsedMs: 400_000, ...NO_CALLS }, '1 of 30, 9.0/h, 3 h 14 min left'],
  [{ done: 300, total: 1_000, elapsedMs: 1_000, calls: 0, tokens: 0 }, '300 of 1000, 300/s, 3 s left'],
  [{ done: 75, total: 75, elapsedMs: 1_000, ...NO_CALLS }, '75 of 75, 75/s'],
  [{ done: 0, total: 75, elapsedMs: 1_000, ...NO_CALLS }, '0 of 75'],
  [{ done: 1, total: 75, elapsedMs: 0, ...NO_CALLS }, '1 of 75'],
])('progressText() %j', (counts, text) => expect(progressText(counts)).toBe(text));

it('progressText() names what it counts', () => {
  const counts = { done: 3, total: 10, elapsedMs: 120_000, ...NO_CALLS };
  expect(progressText(counts, 'cells')).toBe('3 of 10 cells, 1.5/min, 5 min left');
});

it('Progress sums calls and tokens of episodes, and reads the clock', () => {
  const lines: string[] = [];
  let now = 0;
  const terminal = { out() {}, say() {}, progress: (text: string) => lines.push(text), clock: () => now };
  const progress = new Progress(terminal, 3);
  const roles = {
    policy: { calls: 2, promptTokens: 100, completionTokens: null },
    summary: { calls: 1, promptTokens: 10, completionTokens: 5 },
  };
  const summary = traceSummary({ calls: 3 });
  const trace = { header: traceHeader(), events: [], summary: { ...summary, counts: { ...summary.counts, roles } } };
  now = 1_000;
  progress.done('first', trace);
  now = 2_000;
  progress.done('second', trace);
  expect(lines).toEqual([
    '1 of 3, 1.0/s, 3 calls, 115 tokens, 2 s left: first',
    '2 of 3, 1.0/s, 6 calls, 230 tokens, 1 s left: second',
  ]);
});
