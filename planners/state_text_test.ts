import { expect, it } from 'vitest';
import { stateText } from './state_text.ts';

it('stateText() tells of every block what it lies on and what lies on it, and of the hand', () => {
  const states = [
    { object: 'A_block_1', states: ['on table', 'under B_block_1'] },
    { object: 'B_block_1', states: ['on A_block_1', 'under nothing'] },
  ];
  expect(stateText({ states, facts: [['in', 'hand', 'air']] })).toBe(
    `- A_block_1 lies on the table; B_block_1 lies on A_block_1
- B_block_1 lies on A_block_1; nothing lies on B_block_1
- The hand is empty`,
  );
});

it('stateText() tells which block is in the hand', () => {
  const states = [{ object: 'C_block_1', states: ['in hand'] }];
  expect(stateText({ states, facts: [['in', 'hand', 'C_block_1']] })).toBe(
    '- C_block_1 is in the hand\n- The hand holds C_block_1',
  );
});
