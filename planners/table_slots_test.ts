import { expect, it } from 'vitest';
import { TABLE_SLOTS, tableSlots } from './table_slots.ts';
import { SmallTable } from './testing/small_table.ts';

it('tableSlots() tells of the task, of all surfaces, and of what is sensed', () => {
  const slots = tableSlots({ instruction: 'Make a tower.', observation: new SmallTable().observe() });
  expect(slots).toEqual({
    task: 'Make a tower.',
    objects: 'A_block_1, B_block_1, C_block_1, table',
    state:
      '- A_block_1 lies on the table; B_block_1 lies on A_block_1\n' +
      '- B_block_1 lies on A_block_1; nothing lies on B_block_1\n' +
      '- C_block_1 lies on the table; nothing lies on C_block_1\n- The hand is empty',
  });
  expect(Object.keys(slots).sort()).toEqual([...TABLE_SLOTS]);
});
