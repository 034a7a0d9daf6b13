import { describe, expect, it } from 'vitest';
import { executableActions, skillOf } from './executable_actions.ts';

const BLOCKS = ['K_block_1', 'L_block_1'];

describe('skillOf()', () => {
  it.each([
    ['pick', 'pick'],
    ['PICK-UP', 'pick'],
    ['place_on_table', 'place'],
    ['unpick', null],
    ['stack', null],
    ['', null],
    ['constructor', null],
  ])('%s: %s', (name, skill) => {
    expect(skillOf(name)).toBe(skill);
  });
});

describe('executableActions()', () => {
  it('gives the actions of longer names, with blocks as the world spells them, and omits other arguments', () => {
    expect(executableActions(['(pick-up robot k_block_1 table hand)', '(place k_block_1 l_block_1)'], BLOCKS)).toEqual([
      { verb: 'pick', args: ['K_block_1', 'table'] },
      { verb: 'place', args: ['K_block_1', 'L_block_1'] },
    ]);
  });

  it.each([
    '(stack k_block_1 l_block_1)',
    '(pick k_block_1)',
    '(pick)',
    '(pick table k_block_1)',
    '(pick air hand)',
    '(place k_block_1 z_block_1)',
    '(place k_block_1 table l_block_1)',
  ])('gives none with %s', (step) => {
    expect(executableActions(['(pick k_block_1 table)', step], BLOCKS)).toBeNull();
  });
});
