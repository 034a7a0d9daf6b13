import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { episodeMoments } from './episode_moments.ts';

const call = (purpose: string): TraceEvent => ({
  event: 'call',
  purpose,
  key: 'k',
  occurrence: 1,
  finishReason: 'stop',
  promptTokens: 1,
  completionTokens: 1,
  latencyMs: null,
});
const parsed = (purpose: string): TraceEvent => ({
  event: 'note',
  note: { kind: 'parsed', purpose, accepted: 1, discardedCounts: {}, discarded: [], remarks: [] },
});
const step = (number: number): TraceEvent => ({
  event: 'step',
  number,
  action: { verb: 'wait', args: [] },
  ok: true,
  goal: { success: false, share: 0 },
});
const belief: TraceEvent = { event: 'note', note: { kind: 'belief', belief: { a: 1 } } };
const counts = { claims: 1, covered: 1, correct: 0, facts: 0, recalled: 0 };
const tracking: TraceEvent = { event: 'tracking', ...counts, wrong: ['a: 1'], missing: [] };

describe('episodeMoments()', () => {
  it('puts before each action what led to it, and at the end what came after the last', () => {
    const events = [call('ask'), step(1), step(2), { event: 'stop', reason: 'done' }] satisfies TraceEvent[];
    const moments = episodeMoments({ events });
    expect(moments.map(({ id, thoughts }) => [id, thoughts.map(({ kind }) => kind)])).toEqual([
      ['step-1', ['call']],
      ['step-2', []],
      ['end', ['stop']],
    ]);
  });

  it('joins a reading with the call of its role, and a judgement with its belief', () => {
    const events = [call('a'), call('b'), parsed('a'), parsed('c'), belief, tracking, step(1)];
    const [first] = episodeMoments({ events });
    expect(first!.thoughts).toMatchObject([
      { kind: 'call', number: 1, parsed: { purpose: 'a' } },
      { kind: 'call', number: 2, parsed: null },
      { kind: 'parsed', parsed: { purpose: 'c' } },
      { kind: 'belief', belief: { a: 1 }, tracking: { wrong: ['a: 1'] } },
    ]);
  });

  it('tells the actions of the task’s past from the planner’s', () => {
    const past: TraceEvent = { ...(step(1) as Extract<TraceEvent, { event: 'step' }>), event: 'prologue' };
    expect(episodeMoments({ events: [past, step(1)] }).map(({ id }) => id)).toEqual(['before-1', 'step-1', 'end']);
  });
});
