import { expect, it } from 'vitest';
import { scriptedLlm } from './kit/scripted_llm.ts';
import type { PlannerNote } from './planner.ts';
import { promptSet } from './prompts.ts';
import { askAtTable, stateText, TABLE_SLOTS, tableSlots } from './table_slots.ts';
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

it('stateText() tells which block is in the hand', () => {
  const states = [{ object: 'C_block_1', states: ['in hand'] }];
  expect(stateText({ states, facts: [['in', 'hand', 'C_block_1']] })).toBe(
    '- C_block_1 is in the hand\n- The hand holds C_block_1',
  );
});

it('askAtTable() goes on with a conversation, with task and state in the prompt', async () => {
  const llm = scriptedLlm({ plan: ['1. pick(C_block_1, table)'] });
  const notes: PlannerNote[] = [];
  const plan = { prompt: 'plan', path: 'plan.txt', text: '{{task}} {{objects}}' };
  const start = {
    ...{ instruction: 'Make a tower.', observation: new SmallTable().observe(), llm, past: [], seed: 1 },
    prompts: promptSet('mine', [plan], { plan: ['task', 'objects'] }),
    note: (note: PlannerNote) => notes.push(note),
  };
  const chat = [{ role: 'system', content: 'You plan.' }] as const;
  const read = (text: string) => ({ ok: true, value: text.length, accepted: 1 }) as const;
  const settings = { temperature: 0.1, replyTokensMax: 9, retriesMax: 0 };
  const asked = await askAtTable(start, { chat, prompt: 'plan', read }, settings);
  expect(asked.value).toBe(25);
  expect(llm.requests[0]).toEqual({
    messages: [...chat, { role: 'user', content: 'Make a tower. A_block_1, B_block_1, C_block_1, table' }],
    options: { purpose: 'plan', temperature: 0.1, maxTokens: 9 },
  });
  expect(asked.chat).toHaveLength(3);
  expect(notes).toHaveLength(1);
});
