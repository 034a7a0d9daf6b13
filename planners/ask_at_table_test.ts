import { expect, it } from 'vitest';
import { askAtTable } from './ask_at_table.ts';
import { scriptedLlm } from './kit/scripted_llm.ts';
import type { PlannerNote } from './planner.ts';
import { promptSet } from './prompts.ts';
import { SmallTable } from './testing/small_table.ts';

it('askAtTable() goes on with a conversation, with task and state in the prompt', async () => {
  const llm = scriptedLlm({ plan: ['1. pick(C_block_1, table)'] });
  const notes: PlannerNote[] = [];
  const start = {
    instruction: 'Make a tower.',
    observation: new SmallTable().observe(),
    llm,
    prompts: promptSet('mine', [{ prompt: 'plan', path: 'plan.txt', text: '{{task}} {{objects}}' }], {
      plan: ['task', 'objects'],
    }),
    note: (note: PlannerNote) => notes.push(note),
    past: [],
    seed: 1,
  };
  const chat = [{ role: 'system', content: 'You plan.' }] as const;
  const read = (text: string) => ({ ok: true, value: text.length, accepted: 1 }) as const;
  const asked = await askAtTable(
    start,
    { chat, prompt: 'plan', read },
    { temperature: 0.1, replyTokensMax: 9, retriesMax: 0 },
  );
  expect(asked.reading).toEqual({ ok: true, value: 25, accepted: 1 });
  expect(llm.requests[0]).toEqual({
    messages: [...chat, { role: 'user', content: 'Make a tower. A_block_1, B_block_1, C_block_1, table' }],
    options: { purpose: 'plan', temperature: 0.1, maxTokens: 9 },
  });
  expect(asked.chat).toHaveLength(3);
  expect(notes).toHaveLength(1);
});
