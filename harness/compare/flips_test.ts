import { describe, expect, it } from 'vitest';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { flipsOf, partingOf, promptChange } from './flips.ts';
import { flipLines } from './shown_comparison.ts';
import { sideOf } from './testing/side_fixture.ts';

const GOAL = { success: false, share: 0 };

function step(number: number, verb: string): TraceEvent {
  return { event: 'step', number, action: { verb, args: ['fridge1'] }, ok: true, goal: GOAL };
}

function call(key: string): TraceEvent {
  return {
    ...{ event: 'call', purpose: 'policy', key, occurrence: 1, finishReason: 'stop' },
    ...{ promptTokens: 1, completionTokens: 1, latencyMs: null },
  } as TraceEvent;
}

function trace(...events: TraceEvent[]): Trace {
  return { header: traceHeader(), events, summary: traceSummary() };
}

describe('partingOf()', () => {
  it('is the first event that differs, requests aside', () => {
    const parting = partingOf(
      trace(call('a'), step(1, 'move'), step(2, 'open')),
      trace(call('b'), step(1, 'move'), step(2, 'close')),
      () => true,
    );
    expect(parting).toEqual({
      at: { baseline: 2, candidate: 2 },
      baseline: expect.stringContaining('open(fridge1)'),
      candidate: expect.stringContaining('close(fridge1)'),
    });
  });

  it('is the end of the shorter trace, and nothing where they are equal', () => {
    const [short, long] = [trace(step(1, 'move')), trace(step(1, 'move'), step(2, 'open'))];
    expect(partingOf(short, long, () => true)).toMatchObject({ at: { baseline: 1, candidate: 1 }, baseline: null });
    expect(partingOf(long, long, () => true)).toBeNull();
  });

  it('counts positions among all events, whatever kinds are meant', () => {
    const [before, after] = [trace(call('a'), step(1, 'move')), trace(call('a'), call('b'), step(1, 'open'))];
    expect(partingOf(before, after, ({ event }) => event === 'step')?.at).toEqual({ baseline: 1, candidate: 2 });
  });
});

describe('flipsOf()', () => {
  const [before, after] = [
    [true, false, true],
    [false, true, true],
  ].map((all) => sideOf(all.map((success, at) => ({ task: `t${at}`, success }))));
  const pairs = before!.episodes.map((episode, at) => ({ baseline: episode, candidate: after!.episodes[at]! }));

  it('lists what turned, what was lost first, and says where a trace is not at hand', async () => {
    const flips = await flipsOf(pairs.toReversed(), before!, after!);
    expect(flips.map(({ episode, turned, parting, traced }) => [episode, turned, parting, traced])).toEqual([
      ['s/house/t0/p/1', 'lost', null, true],
      ['s/house/t1/p/1', 'gained', null, true],
    ]);
    expect(flipLines(flips[0]!)).toEqual(['its traces are equal, or one is unavailable']);
  });
});

function exchange(...contents: string[]) {
  return { messages: contents.map((content) => ({ role: 'user', content })), reply: '' };
}

it('promptChange() lists lines that went and lines that came, over all messages', () => {
  expect(promptChange('policy', exchange('a\nb\nc', 'd'), exchange('a\nB\nc', 'd\ne'))).toEqual({
    purpose: 'policy',
    removed: ['b'],
    added: ['B', 'e'],
    more: 0,
  });
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
