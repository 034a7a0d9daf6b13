import { expect, it } from 'vitest';
import { callEvent, noteEvent, stepEvent } from '../trace/testing/trace_fixture.ts';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { beliefEntries, beliefKind, compareBeliefs, episodeMoments, promptChanges } from './episode_moments.ts';

const call = (purpose: string) => callEvent({ purpose });
const step = (number: number) => stepEvent({ number });
const parsed = (purpose: string) =>
  noteEvent({ kind: 'parsed', purpose, accepted: 1, discardedCounts: {}, discarded: [], remarks: [] });
const belief = noteEvent({ kind: 'belief', belief: { a: 1 } });
const counts = { claims: 1, covered: 1, correct: 0, facts: 0, recalled: 0 };
const tracking: TraceEvent = { event: 'tracking', ...counts, wrong: ['a: 1'], missing: [] };

it('episodeMoments() puts thoughts before their action, later thoughts at the end, and separates the prologue', () => {
  const moments = episodeMoments({ events: [call('ask'), step(1), step(2), { event: 'stop', reason: 'done' }] });
  const kinds = moments.map(({ id, thoughts }) => `${id}: ${thoughts.map(({ kind }) => kind).join()}`);
  expect(kinds).toEqual(['step-1: call', 'step-2: ', 'end: stop']);
  const actions = [{ ...step(1), event: 'prologue' } as const, step(1)];
  expect(episodeMoments({ events: actions }).map(({ id }) => id)).toEqual(['before-1', 'step-1', 'end']);
});

it('episodeMoments() joins a parsed note with the call of its role, and tracking with its belief', () => {
  const events = [call('a'), call('b'), parsed('a'), parsed('c'), belief, tracking, step(1)];
  expect(episodeMoments({ events })[0]!.thoughts).toMatchObject([
    { kind: 'call', number: 1, parsed: { purpose: 'a' } },
    { kind: 'call', number: 2, parsed: null },
    { kind: 'parsed', parsed: { purpose: 'c' } },
    { kind: 'belief', belief: { a: 1 }, tracking: { wrong: ['a: 1'] } },
  ]);
});

const MILK = { name: 'milk1', attributes: ['in_hand', 'cold'] };

it.each([
  [
    'named things under their names, as LLM-State’s key objects',
    { keyObjects: [MILK, { name: 'mug3', attributes: [] }], reasoning: 'fine' },
    ['milk1: in_hand', 'milk1: cold', 'mug3: ', 'reasoning: fine'],
  ],
  [
    'facts in brackets and numbered lists, without empty texts',
    { unit: 1, goal: [['on', 'table', 'A']], sketch: [{ action: 'go', reason: '' }, { action: 'stay' }] },
    ['unit: 1', 'goal: (on table A)', 'sketch 1 action: go', 'sketch 2 action: stay'],
  ],
  ['a text', 'text', [': text']],
  ['null', null, [': null']],
  ['an empty list', [], []],
  ['any key', { __proto__: null, constructor: 'x' }, ['constructor: x']],
])('beliefEntries() has %s', (_, value, entries) => {
  expect(beliefEntries(value).map(({ label, text }) => `${label}: ${text}`)).toEqual(entries);
});

it('compareBeliefs() marks new entries and keeps removed entries', () => {
  const before = { keyObjects: [{ name: 'milk1', attributes: ['in_fridge', 'cold'] }] };
  const now = { keyObjects: [MILK] };
  expect(compareBeliefs(now, before)).toEqual([
    { label: 'milk1', text: 'in_hand', change: 'new' },
    { label: 'milk1', text: 'cold', change: 'same' },
    { label: 'milk1', text: 'in_fridge', change: 'gone' },
  ]);
  expect(compareBeliefs(now, undefined).map(({ change }) => change)).toEqual(['same', 'same']);
});

it('beliefKind() separates beliefs with different keys', () => {
  expect(beliefKind({ b: 1, a: 2 })).toBe(beliefKind({ a: 3, b: 4 }));
  expect(beliefKind({ foon: '' })).not.toBe(beliefKind({ sketch: [] }));
});

const user = (content: string) => [{ role: 'user', content }];

it.each([
  [
    'lines that are new and gone since the last call of the role',
    user('rules\nroom: bedroom\nend'),
    user('rules\nroom: kitchen\nend'),
    ['role user', 'same rules', 'gone room: bedroom', 'new room: kitchen', 'same end'],
  ],
  ['a role’s first prompt as no news', null, user('a\nb'), ['role user', 'same a', 'same b']],
  [
    'a message by which a conversation has grown',
    user('question'),
    [...user('question'), { role: 'assistant', content: 'answer' }],
    ['role user', 'same question', 'role assistant', 'new answer'],
  ],
  ['a text like a heading', null, user('role system'), ['role user', 'same role system']],
])('promptChanges() shows %s', (_, before, now, lines) => {
  expect(promptChanges(now, before).map(({ kind, text }) => `${kind} ${text}`)).toEqual(lines);
});

it('promptChanges() shows an entirely different prompt as new, without a long comparison', () => {
  const lines = (letter: string) => Array.from({ length: 5_000 }, (_, line) => `${letter} ${line}`).join('\n');
  const changes = promptChanges(user(lines('a')), user(lines('b')));
  expect(changes.filter(({ kind }) => kind !== 'new')).toEqual([{ kind: 'role', text: 'user' }]);
});
