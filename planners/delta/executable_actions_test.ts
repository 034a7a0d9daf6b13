import { describe, expect, it } from 'vitest';
import { executableActions } from './executable_actions.ts';

const BLOCKS = ['K_block_1', 'L_block_1'];

describe('executableActions()', () => {
  it('gives the actions of longer names, with blocks as the world spells them, and omits other arguments', () => {
    expect(executableActions(['(PICK-UP robot k_block_1 table hand)', '(place k_block_1 l_block_1)'], BLOCKS)).toEqual([
      { verb: 'pick', args: ['K_block_1', 'table'] },
      { verb: 'place', args: ['K_block_1', 'L_block_1'] },
    ]);
  });

  it.each([
    '(stack k_block_1 l_block_1)',
    '(unpick k_block_1 table)',
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
