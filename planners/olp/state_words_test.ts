import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ObjectState } from '../foon/foon.ts';
import { readState, stateText } from './state_words.ts';

const related = (label: string, object: string): ObjectState => ({ kind: 'related', label, object });
const contains = (...ingredients: string[]): ObjectState => ({ kind: 'contents', label: 'contains', ingredients });
const plain = (label: string): ObjectState => ({ kind: 'plain', label });

test.each<[string, ObjectState]>([
  ['on table', related('on', 'table')],
  ['on first block', related('on', 'first block')],
  ['under nothing', related('under', 'nothing')],
  ['in bowl', related('in', 'bowl')],
  ['is on top of the first block.', related('on', 'first block')],
  ['stacked on first block', related('on', 'first block')],
  ['inside the bowl', related('in', 'bowl')],
  ['beneath second block', related('under', 'second block')],
  ['contains water', contains('water')],
  ['contains {water, salt} and ice', contains('water', 'salt', 'ice')],
  ['whole', plain('whole')],
  ['on', plain('on')],
  ['next to first block', plain('next to first block')],
  ['onion', plain('onion')],
  ['ground', plain('ground')],
])('readState() "%s"', (text, state) => {
  expect(readState(text)).toEqual(state);
});

test('stateText() writes what readState() reads', () => {
  const name = fc.constantFrom('table', 'nothing', 'first block', 'K block', 'theatre');
  const state = fc.oneof(
    fc.record({ kind: fc.constant('related' as const), label: fc.constantFrom('on', 'in', 'under'), object: name }),
    fc.uniqueArray(name, { minLength: 1 }).map((names) => contains(...names)),
    fc.constantFrom('whole', 'mixed', 'sliced', 'chopped', 'ground', 'empty').map(plain),
  );
  fc.assert(
    fc.property(state, (state) => {
      expect(readState(stateText(state))).toEqual(state);
    }),
  );
});
