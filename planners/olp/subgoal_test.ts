import { describe, expect, test } from 'vitest';
import type { Fact } from '../../envs/tabletop/observation.ts';
import type { FunctionalUnit } from '../foon/foon.ts';
import { readState } from './state_words.ts';
import { subgoal } from './subgoal.ts';

const GROUNDING = new Map([
  ['first block', 'K_block_1'],
  ['second block', 'M_block_1'],
]);

/** A unit after which one object is in these states. */
function unit(label: string, ...effects: string[]): FunctionalUnit {
  const node = { label, states: effects.map(readState), inMotion: false, isGoal: false };
  return { inputs: [node], motion: { label: 'pick and place' }, outputs: [node] };
}

describe('subgoal() of an effect on the second block, M', () => {
  test.each<[string, Fact[]]>([
    [
      'on first block',
      [
        ['on', 'K_block_1', 'M_block_1'],
        ['under', 'M_block_1', 'K_block_1'],
      ],
    ],
    [
      'on the First  Block',
      [
        ['on', 'K_block_1', 'M_block_1'],
        ['under', 'M_block_1', 'K_block_1'],
      ],
    ],
    [
      'on table',
      [
        ['on', 'table', 'M_block_1'],
        ['under', 'M_block_1', 'table'],
      ],
    ],
    [
      'on work surface',
      [
        ['on', 'table', 'M_block_1'],
        ['under', 'M_block_1', 'table'],
      ],
    ],
    ['on nothing', []],
    ['on air', []],
    ['in first block', [['in', 'K_block_1', 'M_block_1']]],
    ['in hand', [['in', 'hand', 'M_block_1']]],
    ['in nothing', []],
    ['under first block', [['under', 'K_block_1', 'M_block_1']]],
    ['under nothing', [['on', 'M_block_1', 'air']]],
    ['contains first block', []],
    ['whole', []],
  ])('%s', (effect, facts) => {
    expect(subgoal(unit('second block', effect), GROUNDING)).toEqual([['in', 'hand', 'air'], ...facts]);
  });
});

describe('subgoal()', () => {
  test('says each fact once', () => {
    const facts = subgoal(unit('second block', 'on table', 'on table', 'on tabletop'), GROUNDING);
    expect(facts).toHaveLength(3);
  });

  test('leaves out what the table and the hand are said to be', () => {
    expect(subgoal(unit('table', 'under first block'), GROUNDING)).toEqual([['in', 'hand', 'air']]);
  });

  test('throws on a name that is not grounded', () => {
    expect(() => subgoal(unit('third block', 'on table'), GROUNDING)).toThrow('"third block" is not grounded');
  });
});
