import { expect, it } from 'vitest';
import { SmallTable } from './small_table.ts';
import { TABLE_SLOTS, tableSlots } from './table_slots.ts';

it('tableSlots() tells of the task, of all surfaces, and of what is sensed', () => {
  const slots = tableSlots({ instruction: 'Make a tower.', observation: new SmallTable().observe() });
  expect(slots).toEqual({
    task: 'Make a tower.',
    objects: 'A_block_1, B_block_1, C_block_1, table',
    state:
      '- A_block_1: on table, under B_block_1\n- B_block_1: on A_block_1, under nothing\n' +
      '- C_block_1: on table, under nothing\n- hand: empty',
  });
  expect(Object.keys(slots).sort()).toEqual([...TABLE_SLOTS]);
});
