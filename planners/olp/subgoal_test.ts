import { describe, expect, test } from 'vitest';
import type { FunctionalUnit } from '../foon/foon.ts';
import { readState } from './state_words.ts';
import { fixedObject, nameKey, subgoal } from './subgoal.ts';

const GROUNDING = new Map([
  ['first block', 'K_block_1'],
  ['second block', 'M_block_1'],
]);

function unit(label: string, ...effects: string[]): FunctionalUnit {
  const node = { label, states: effects.map(readState), inMotion: false, isGoal: false };
  return { inputs: [node], motion: { label: 'pick and place' }, outputs: [node] };
}

const factsOf = (label: string, ...effects: string[]) =>
  subgoal(unit(label, ...effects), GROUNDING).map((f) => f.join(' '));

describe('subgoal() of an effect on the second block, M', () => {
  const [onK, onTable] = [
    ['on K_block_1 M_block_1', 'under M_block_1 K_block_1'],
    ['on table M_block_1', 'under M_block_1 table'],
  ];
  test.each<[string, string[]]>([
    ['on first block', onK],
    ['on the First  Block', onK],
    ['on table', onTable],
    ['on work surface', onTable],
    ['on nothing', []],
    ['on air', []],
    ['in first block', ['in K_block_1 M_block_1']],
    ['in hand', ['in hand M_block_1']],
    ['in nothing', []],
    ['under first block', ['under K_block_1 M_block_1']],
    ['under nothing', ['on M_block_1 air']],
    ['contains first block', []],
    ['whole', []],
  ])('%s', (effect, facts) => {
    expect(factsOf('second block', effect)).toEqual(['in hand air', ...facts]);
  });
});

describe('subgoal()', () => {
  test('says each fact once', () => {
    expect(factsOf('second block', 'on table', 'on table', 'on tabletop')).toHaveLength(3);
  });

  test('omits states of the table and the hand', () => {
    expect(factsOf('table', 'under first block')).toEqual(['in hand air']);
  });

  test('throws on a name that is not grounded', () => {
    expect(() => subgoal(unit('third block', 'on table'), GROUNDING)).toThrow('"third block" is not grounded');
  });
});

test('nameKey() is the same for spellings of one name', () => {
  expect(['first block', ' The  first\tBlock '].map(nameKey)).toEqual(['first block', 'first block']);
  // "A block" is a block with a letter.
  expect(nameKey('A block')).toBe('a block');
});

test('fixedObject() knows what is never grounded', () => {
  const names = ['Nothing', 'air', 'the table', 'work surface', 'robot', 'hand'];
  expect(names.map(fixedObject)).toEqual(['air', 'air', 'table', 'table', 'hand', 'hand']);
  expect(['first block', 'constructor', ''].map(fixedObject)).toEqual([undefined, undefined, undefined]);
});
