import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { beliefEntries, beliefKind, comparedEntries, episodeMoments, promptChanges } from './episode_moments.ts';

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

describe('beliefEntries()', () => {
  it('puts what has a name under its name, as LLM-State’s key objects', () => {
    const belief = {
      keyObjects: [
        { name: 'milk1', attributes: ['in_hand', 'cold'] },
        { name: 'mug3', attributes: [] },
      ],
      reasoning: 'fine',
    };
    expect(beliefEntries(belief)).toEqual([
      { label: 'milk1', text: 'in_hand' },
      { label: 'milk1', text: 'cold' },
      { label: 'mug3', text: '' },
      { label: 'reasoning', text: 'fine' },
    ]);
  });

  it('writes facts in brackets, numbers other lists, and leaves empty texts out', () => {
    const belief = {
      unit: 1,
      goal: [['on', 'table', 'A']],
      sketch: [{ action: 'go', reason: '' }, { action: 'stay' }],
    };
    expect(beliefEntries(belief)).toEqual([
      { label: 'unit', text: '1' },
      { label: 'goal', text: '(on table A)' },
      { label: 'sketch 1 action', text: 'go' },
      { label: 'sketch 2 action', text: 'stay' },
    ]);
  });

  it.each([
    ['text', [{ label: '', text: 'text' }]],
    [null, [{ label: '', text: 'null' }]],
    [[], []],
    [{ __proto__: null, constructor: 'x' }, [{ label: 'constructor', text: 'x' }]],
  ])('reads %j', (belief, entries) => {
    expect(beliefEntries(belief)).toEqual(entries);
  });
});

describe('comparedEntries()', () => {
  const before = { keyObjects: [{ name: 'milk1', attributes: ['in_fridge', 'cold'] }] };
  const now = { keyObjects: [{ name: 'milk1', attributes: ['cold', 'in_hand'] }] };

  it('marks what is new, and keeps what has gone', () => {
    expect(comparedEntries(now, before)).toEqual([
      { label: 'milk1', text: 'cold', change: 'same' },
      { label: 'milk1', text: 'in_hand', change: 'new' },
      { label: 'milk1', text: 'in_fridge', change: 'gone' },
    ]);
  });

  it('calls nothing new without a belief before', () => {
    expect(comparedEntries(now, undefined).map(({ change }) => change)).toEqual(['same', 'same']);
  });
});

describe('beliefKind()', () => {
  it('tells beliefs apart that have other keys', () => {
    expect(beliefKind({ b: 1, a: 2 })).toBe(beliefKind({ a: 3, b: 4 }));
    expect(beliefKind({ foon: '' })).not.toBe(beliefKind({ sketch: [] }));
  });
});

const user = (content: string) => [{ role: 'user', content }];

describe('promptChanges()', () => {
  it('marks the lines that are new since the last call of the role, and keeps those that have gone', () => {
    expect(promptChanges(user('rules\nroom: kitchen\nend'), user('rules\nroom: bedroom\nend'))).toEqual([
      { kind: 'role', text: 'user' },
      { kind: 'same', text: 'rules' },
      { kind: 'gone', text: 'room: bedroom' },
      { kind: 'new', text: 'room: kitchen' },
      { kind: 'same', text: 'end' },
    ]);
  });

  it('calls nothing new in a role’s first prompt', () => {
    expect(promptChanges(user('a\nb'), null).map(({ kind }) => kind)).toEqual(['role', 'same', 'same']);
  });

  it('shows a message that a conversation has grown by', () => {
    const before = user('question');
    const now = [...before, { role: 'assistant', content: 'answer' }];
    expect(promptChanges(now, before).slice(2)).toEqual([
      { kind: 'role', text: 'assistant' },
      { kind: 'new', text: 'answer' },
    ]);
  });

  it('takes no text for the heading of a message', () => {
    expect(promptChanges(user('role system'), null)[1]).toEqual({ kind: 'same', text: 'role system' });
  });

  it('calls a whole prompt new that has little to do with the last one, without comparing for long', () => {
    const [long, other] = ['a', 'b'].map((letter) =>
      user(Array.from({ length: 5_000 }, (_, line) => `${letter} ${line}`).join('\n')),
    );
    expect(promptChanges(long!, other!).filter(({ kind }) => kind !== 'new')).toEqual([{ kind: 'role', text: 'user' }]);
  });
});
