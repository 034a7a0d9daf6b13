import { describe, expect, it } from 'vitest';
import { chatText } from '../testing/play_script.ts';
import { refusesOptions, shippedContract } from '../testing/shipped_prompts.ts';
import { playAtTable, SmallTable } from '../testing/small_table.ts';
import { llmPlanner } from './llm_planner.ts';

const PLAN = '1. pick(C_block_1, table)\n2. place(C_block_1, B_block_1)';
const THREE = { objects: 'Three blocks.', goal: 'C_block_1 on B_block_1', actions: PLAN };

const solve = (plan: string) => playAtTable(llmPlanner, { plan });

describe('llmPlanner.plan()', () => {
  it('has the model name the actions, and carries them out', async () => {
    const { did, stacks, requests, notes } = await solve(PLAN);
    expect(did).toEqual(['pick C_block_1 table', 'place C_block_1 B_block_1', 'stop: plan_completed']);
    expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
    expect(requests.map(({ options }) => options)).toEqual([{ purpose: 'plan', temperature: 0.1, maxTokens: 2500 }]);
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(notes).toEqual([
      { kind: 'parsed', purpose: 'plan', accepted: 2, discardedCounts: {}, discarded: [], remarks: [] },
    ]);
  });

  it('or asks three times in one conversation, as the release does', async () => {
    const { did, requests } = await playAtTable(llmPlanner, THREE, { options: { calls: 3, preconditions: true } });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(requests.map(({ options }) => options.purpose)).toEqual(['objects', 'goal', 'actions']);
    const [first, second, third] = requests.map(({ messages }) => messages);
    expect([second?.slice(0, 2), third?.slice(0, 4)]).toEqual([first, second]);
    expect(requests.map(({ messages }) => chatText(messages).includes('State:'))).toEqual([false, false, true]);
  });

  it.each([
    ['No.', 'parse'],
    ['1. pick(C_block_1, table)\n2. stack(C_block_1, B_block_1)', 'schema'],
    ['1. pick(C_block_1)', 'schema'],
  ])('stops on %j without acting: %s', async (plan, failure) => {
    const { did, notes } = await solve(plan);
    expect(did).toEqual([`stop: ${failure}`]);
    expect(notes[0]).toMatchObject({ accepted: 0, remarks: [expect.stringMatching(`^${failure}: `)] });
  });

  it('ends with the first action that is refused', async () => {
    const { did } = await solve(`1. pick(A_block_1, table)\n${PLAN}`);
    expect(did).toEqual(['refused: pick A_block_1 table', 'stop: action_failed']);
  });

  it('lets the world refuse what is not there', async () => {
    const { did } = await solve(
      '1. pick(C_block_1, table)\n2. place(C_block_1, D_block_1)\n3. pick(B_block_1, A_block_1)',
    );
    expect(did).toEqual(['pick C_block_1 table', 'refused: place C_block_1 D_block_1', 'stop: grounding']);
  });
});

describe('the prompts of llmPlanner', () => {
  it.each([
    ['one_call', { plan: PLAN }, {}, 0],
    ['three_calls', THREE, { calls: 3 }, 2],
    ['released', THREE, { calls: 3, preconditions: true }, 2],
    ['retry', { plan: ['No.', PLAN] }, { retriesMax: 1 }, 1],
  ] as const)('golden/%s.txt', async (name, script, options, at) => {
    const { did, requests } = await playAtTable(llmPlanner, script, { options });
    expect(did.at(-1)).toBe('stop: plan_completed');
    const messages = requests[at]?.messages.slice(name === 'retry' ? 2 : 0);
    await expect(chatText(messages)).toMatchFileSnapshot(`golden/${name}.txt`);
  });
});

shippedContract(llmPlanner, {
  observation: new SmallTable().observe(),
  replies: { plan: [PLAN], ...Object.fromEntries(Object.entries(THREE).map(([purpose, reply]) => [purpose, [reply]])) },
  hugeReplies: { plan: [`${PLAN}\n${'x'.repeat(1_000_000)}`, `${PLAN}\n${'- pick(C_block_1, table)\n'.repeat(500)}`] },
  variants: [
    ...[{ calls: 3 as const }, { preconditions: true }, { calls: 3 as const, preconditions: true }, { retriesMax: 2 }],
    ...[{ calls: 3 as const, retriesMax: 2 }, { temperature: 1 }, { replyTokensMax: 100 }],
  ],
});

refusesOptions(llmPlanner, [{ calls: 2 }, { preconditions: 'yes' }]);
