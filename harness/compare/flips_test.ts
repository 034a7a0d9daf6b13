import { expect, it } from 'vitest';
import { callEvent, stepEvent, traceOf } from '../trace/testing/trace_fixture.ts';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { findDifference, flipsOf, promptChange } from './flips.ts';
import { flipLines } from './shown_comparison.ts';
import { sideOf } from './testing/side_fixture.ts';

const step = (number: number, verb: string) => stepEvent({ number, action: { verb, args: ['fridge1'] } });
const call = (key: string) => callEvent({ key });
const trace = (...events: TraceEvent[]) => traceOf(events);

it('findDifference() is the first event that differs, requests aside', () => {
  const before = trace(call('a'), step(1, 'move'), step(2, 'open'));
  const after = trace(call('b'), step(1, 'move'), step(2, 'close'));
  expect(findDifference(before, after, () => true)).toEqual({
    at: { baseline: 2, candidate: 2 },
    baseline: expect.stringContaining('open(fridge1)'),
    candidate: expect.stringContaining('close(fridge1)'),
  });
});

it('findDifference() is the end of the shorter trace, null where they are equal, and counts positions among all events', () => {
  const [short, long] = [trace(step(1, 'move')), trace(step(1, 'move'), step(2, 'open'))];
  expect(findDifference(short, long, () => true)).toMatchObject({ at: { baseline: 1, candidate: 1 }, baseline: null });
  expect(findDifference(long, long, () => true)).toBeNull();
  const [one, two] = [trace(call('a'), step(1, 'move')), trace(call('a'), call('b'), step(1, 'open'))];
  expect(findDifference(one, two, ({ event }) => event === 'step')?.at).toEqual({ baseline: 1, candidate: 2 });
});

it('flipsOf() lists lost episodes before gained ones, and says where a trace is unavailable', async () => {
  const side = (...outcomes: boolean[]) => sideOf(outcomes.map((success, at) => ({ task: `t${at}`, success })));
  const [before, after] = [side(true, false, true), side(false, true, true)];
  const pairs = before.episodes.map((episode, at) => ({ baseline: episode, candidate: after.episodes[at]! }));
  const flips = await flipsOf(pairs.toReversed(), before, after);
  const expected = { firstDifference: null, hasTraces: true };
  expect(flips).toMatchObject([
    { episode: 's/house/t0/p/1', change: 'lost', ...expected },
    { episode: 's/house/t1/p/1', change: 'gained', ...expected },
  ]);
  expect(flipLines(flips[0]!)).toEqual(['the traces are equal, or one is unavailable']);
});

function exchange(...contents: string[]) {
  return { messages: contents.map((content) => ({ role: 'user', content })), reply: '' };
}

it('promptChange() lists removed and added lines, over all messages', () => {
  const change = promptChange('policy', exchange('a\nb\nc', 'd'), exchange('a\nB\nc', 'd\ne'));
  expect(change).toEqual({ purpose: 'policy', removed: ['b'], added: ['B', 'e'], more: 0 });
  expect(promptChange('policy', exchange('a'), exchange('a'))).toBeNull();
});

it('promptChange() is bounded, however much differs', () => {
  const lines = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${at}`).join('\n');
  const change = promptChange('policy', exchange('x'.repeat(10_000)), exchange(lines('y', 50)));
  expect(change).toMatchObject({ more: 30 });
  expect(change?.removed[0]?.length).toBeLessThanOrEqual(201);
  expect(promptChange('policy', exchange(lines('x', 5_000)), exchange(lines('y', 5_000)))).toBeNull();
});
