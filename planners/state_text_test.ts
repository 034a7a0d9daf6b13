import { expect, it } from 'vitest';
import { stateText } from './state_text.ts';

it('stateText() tells of every block, and of the hand', () => {
  const states = [
    { object: 'A_block_1', states: ['on table', 'under B_block_1'] },
    { object: 'B_block_1', states: ['on A_block_1', 'under nothing'] },
  ];
  expect(stateText({ states, facts: [['in', 'hand', 'air']] })).toBe(
    '- A_block_1: on table, under B_block_1\n- B_block_1: on A_block_1, under nothing\n- hand: empty',
  );
  expect(stateText({ states: [], facts: [['in', 'hand', 'C_block_1']] })).toBe('- hand: holds C_block_1');
});
