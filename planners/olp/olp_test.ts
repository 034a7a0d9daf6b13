import { describe, expect, it, test } from 'vitest';
import type { Llm } from '../../cassettes/llm.ts';
import { readFoon } from '../foon/read_foon.ts';
import { plannerContract } from '../kit/planner_contract.ts';
import type { Script } from '../testing/play_script.ts';
import { shippedPromptFiles } from '../testing/shipped_prompts.ts';
import { SMALL_TABLE_SKILLS } from '../testing/small_table.ts';
import { objectCounts, olp } from './olp.ts';
import { shippedExamples } from './testing/shipped_examples.ts';
import { fourBlocks, makeTower, planJson, REPLIES, type Told } from './testing/tower_episode.ts';

const TOWER = [
  'pick B_block_1 K_block_1',
  'place B_block_1 table',
  'pick M_block_1 table',
  'place M_block_1 K_block_1',
  'pick S_block_1 table',
  'place S_block_1 M_block_1',
];

async function ending(script: Script, told: Told = {}): Promise<string | undefined> {
  return (await makeTower(script, told)).did.at(-1);
}

describe('olp.plan()', () => {
  test('plans each functional unit from what is sensed, and carries the plans out', async () => {
    const { did, stacks } = await makeTower();
    expect(did).toEqual([...TOWER, 'stop: plan_completed']);
    expect(stacks).toContain('K_block_1 M_block_1 S_block_1');
  });

  test('takes no action for a unit that holds already', async () => {
    const grounding = ['{"first block": "K_block_1", "second block": "B_block_1", "third block": "S_block_1"}'];
    const { did } = await makeTower({ grounding });
    expect(did).toEqual(['pick S_block_1 table', 'place S_block_1 B_block_1', 'stop: plan_completed']);
  });

  test('lets one chat grow through three stages, and grounds in another', async () => {
    const { requests } = await makeTower();
    expect(requests.map(({ options }) => options)).toEqual([
      { purpose: 'prototype', temperature: 0.2, maxTokens: 2500 },
      { purpose: 'plan_sketch', temperature: 0.2, maxTokens: 2500 },
      { purpose: 'used_objects', temperature: 0.1, maxTokens: 2500 },
      { purpose: 'object_level_plan', temperature: 0.1, maxTokens: 2500 },
      { purpose: 'grounding', temperature: 0.1, maxTokens: 2500 },
    ]);
    const roles = requests.map(({ messages }) => messages.map(({ role }) => role[0]).join(''));
    expect(roles).toEqual(['su', 'suau', 'suauau', 'suauauau', 'su']);
    const [first, second] = requests;
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(second?.messages[2]).toEqual({ role: 'assistant', content: 'Prototype #1' });
  });

  test('tells the model what there is before grounding, but not where', async () => {
    const { requests } = await makeTower();
    for (const { messages, options } of requests.slice(0, 4)) {
      const text = messages.map(({ content }) => content).join('\n');
      expect(text, options.purpose).toContain('- K block: 1');
      expect(text, options.purpose).not.toContain('K_block_1');
    }
    expect(requests[4]?.messages[1]?.content).toContain('- B_block_1 lies on K_block_1; nothing lies on B_block_1');
  });

  test('notes sketch, FOON, grounding and subgoals as beliefs', async () => {
    const { notes } = await makeTower();
    const beliefs = notes.flatMap((note) => (note.kind === 'belief' ? [note.belief] : []));
    expect(beliefs[0]).toEqual({
      sketch: [
        { action: 'Place the second block on the first block.', reason: 'The first block is the base.' },
        { action: 'Place the third block on the second block.', reason: '' },
      ],
    });
    const { foon } = beliefs[1] as { foon: string };
    expect(readFoon(foon, 'the note').foon.units.map(({ motion }) => motion.label)).toEqual(
      Array(2).fill('pick and place'),
    );
    expect(beliefs[2]).toEqual({
      grounding: { 'first block': 'K_block_1', 'second block': 'M_block_1', 'third block': 'S_block_1' },
    });
    expect(beliefs[3]).toEqual({
      unit: 1,
      instruction: 'Place the second block on the first block.',
      goal: [
        ['in', 'hand', 'air'],
        ['on', 'table', 'K_block_1'],
        ['under', 'K_block_1', 'table'],
        ['under', 'M_block_1', 'K_block_1'],
        ['on', 'K_block_1', 'M_block_1'],
        ['on', 'M_block_1', 'air'],
      ],
    });
    expect(notes.filter(({ kind }) => kind === 'planned')).toMatchObject([
      { purpose: 'unit', status: 'solved', cost: 4 },
      { purpose: 'unit', status: 'solved', cost: 2 },
    ]);
  });

  test('tells task and plan to the chat that grounds', async () => {
    const { requests } = await makeTower();
    const system = requests[4]?.messages[0]?.content;
    expect(system).toMatch(/^Now the task is: Make a tower with 3 blocks\.$/m);
    expect(system).toMatch(
      /^1\. Place the second block on the first block\.\n2\. Place the third block on the second block\.$/m,
    );
  });

  test('goes on where the sketch is no list', async () => {
    const { did, notes } = await makeTower({ plan_sketch: ['Stack them, since a tower is a stack.'] });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(notes[1]).toMatchObject({ accepted: 0, remarks: ['the sketch has no numbered step'] });
  });

  test('takes the nearest prototype where none is chosen', async () => {
    const { did, notes } = await makeTower({ prototype: ['None of them.'] });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(notes[0]).toMatchObject({ accepted: 0, remarks: ['the nearest prototype is taken'] });
  });
});

describe('olp.plan() stops with', () => {
  const cycle = planJson({ moved: 'first block', onto: 'second block' }).replaceAll('"on table"', '"on first block"');
  const idle = '{"plan": [{"action": "stir", "object_states": {"cup": {"effects": ["mixed"]}}}]}';
  const onto = (block: string) =>
    `{"first block": "K_block_1", "second block": "M_block_1", "third block": "${block}"}`;

  test.each<[string, string, Script, Told]>([
    ['parse: no JSON', 'parse', { object_level_plan: ['I cannot do that.'] }, {}],
    ['parse: JSON cut off', 'parse', { object_level_plan: [REPLIES.object_level_plan[0].slice(0, 300)] }, {}],
    ['parse: no mapping', 'parse', { grounding: ['K_block_1'] }, {}],
    ['schema: another form', 'schema', { object_level_plan: ['{"steps": ["Stack them."]}'] }, {}],
    ['schema: no steps', 'schema', { object_level_plan: ['{"plan": []}'] }, {}],
    ['schema: nothing to plan for', 'schema', { object_level_plan: [idle] }, {}],
    ['schema: mapping to numbers', 'schema', { grounding: ['{"first block": 1}'] }, {}],
    ['grounding: no such block', 'grounding', { grounding: [onto('X_block_1')] }, {}],
    ['grounding: many to one', 'grounding', { grounding: [onto('K_block_1')] }, {}],
    ['grounding: a name without a block', 'grounding', { grounding: ['{"first block": "K_block_1"}'] }, {}],
    ['unsolvable: a tower in a circle', 'unsolvable', { object_level_plan: [cycle] }, {}],
    [
      'unsolvable: a domain without actions',
      'unsolvable',
      {},
      {
        start: {
          skills:
            '(define (domain tabletop) (:constants air hand table) (:predicates (in ?a ?b) (on ?a ?b) (under ?a ?b)))',
        },
      },
    ],
    ['schema: a domain with other predicates', 'schema', {}, { start: { skills: '(define (domain tabletop))' } }],
    ['no_domain: no text that is one', 'no_domain', {}, { start: { skills: 'pick and place' } }],
    ['planning_limit: too much to search', 'planning_limit', {}, { options: { expansionsMax: 1 } }],
    ['action_failed: the world refuses', 'action_failed', {}, { refused: 3 }],
  ])('%s', async (_, reason, script, told) => {
    expect(await ending(script, told)).toBe(`stop: ${reason}`);
  });

  test('nothing done after a refused action', async () => {
    const { did } = await makeTower({}, { refused: 3 });
    expect(did).toEqual([...TOWER.slice(0, 2), `refused: ${TOWER[2]}`, 'stop: action_failed']);
  });

  test('the reason in the trace', async () => {
    const { notes } = await makeTower({ grounding: [onto('M_block_1')] });
    expect(notes.at(-1)).toMatchObject({
      purpose: 'grounding',
      remarks: ['grounding: "second block" and "third block" are both given "M_block_1"'],
    });
  });
});

describe('olp.plan() asks again', () => {
  const bad = '{"first block": "K_block_1", "second block": "K_block_1"}';

  test('as often as the option says, and tells why', async () => {
    const { did, requests, notes } = await makeTower(
      { grounding: [bad, ...REPLIES.grounding] },
      { options: { retriesMax: 1 } },
    );
    expect(did.at(-1)).toBe('stop: plan_completed');
    const chat = requests.at(-1)?.messages ?? [];
    expect(chat.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(chat[3]?.content).toContain('"first block" and "second block" are both given "K_block_1"');
    expect(notes.filter((note) => note.kind === 'parsed' && note.purpose === 'grounding')).toMatchObject([
      { accepted: 0 },
      { accepted: 3, remarks: ['retry 1 of 1'] },
    ]);
  });

  test('and then gives up', async () => {
    const { did, requests } = await makeTower({ grounding: [bad, bad, bad] }, { options: { retriesMax: 2 } });
    expect(did).toEqual(['stop: grounding']);
    expect(requests).toHaveLength(7);
  });
});

describe('olp.plan() with options', () => {
  test('examplesMax: 0 shows no example, and asks for no choice', async () => {
    const { did, requests } = await makeTower({}, { options: { examplesMax: 0 } });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(requests.map(({ options }) => options.purpose)).toEqual([
      'plan_sketch',
      'used_objects',
      'object_level_plan',
      'grounding',
    ]);
    for (const { messages } of requests) for (const { content } of messages) expect(content).not.toContain('Prototype');
  });

  test('ranking: embeddings asks for vectors once, of the task and of all examples', async () => {
    const asked: (readonly string[])[] = [];
    const llm: Llm = {
      chat: async (_, { purpose }) => {
        return { text: REPLIES[purpose as keyof typeof REPLIES][0], finishReason: 'stop', usage: null };
      },
      embed: async (texts) => {
        asked.push(texts);
        return texts.map((_, i) => (i === 0 || i === 3 ? [1, 0] : [i, 1]));
      },
      countTokens: async () => 0,
    };
    await makeTower({}, { options: { ranking: 'embeddings' }, start: { llm } });
    expect(asked).toEqual([['Make a tower with 3 blocks.', ...shippedExamples().map(({ objective }) => objective)]]);
  });

  test('solver: fast-downward has the units planned by it', async () => {
    const problems: string[] = [];
    const fastDownward = async (_: string, problem: string) => {
      problems.push(problem);
      throw new Error('not here');
    };
    const played = makeTower({}, { options: { solver: 'fast-downward' }, start: { fastDownward } });
    await expect(played).rejects.toThrow('not here');
    expect(problems).toHaveLength(1);
  });
});

describe('the prompts of olp', () => {
  test.each([
    ['prototype', 0, {}],
    ['plan_sketch', 1, {}],
    ['used_objects', 2, {}],
    ['object_level_plan', 3, {}],
    ['grounding', 4, {}],
    ['plan_sketch_without_examples', 0, { examplesMax: 0 }],
    ['object_level_plan_without_examples', 2, { examplesMax: 0 }],
  ] as const)('golden/%s.txt', async (name, index, options) => {
    const { requests } = await makeTower({}, { options });
    const text = requests[index]?.messages.map(({ role, content }) => `[${role}]\n${content}\n`).join('\n') ?? '';
    await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('golden/grounding_again.txt', async () => {
    const { requests } = await makeTower({ grounding: ['', ...REPLIES.grounding] }, { options: { retriesMax: 1 } });
    const text = requests.at(-1)?.messages.at(-1)?.content;
    await expect(`${text}\n`).toMatchFileSnapshot('golden/grounding_again.txt');
  });

  test('show a form without examples that the reader takes', async () => {
    const text = shippedPromptFiles(olp).find(({ prompt }) => prompt === 'plan')?.text ?? '';
    const [form = ''] = /^\{"all_objects"[\s\S]*?\}\]\}/m.exec(text) ?? [];
    const grounding = ['{"tray": "K_block_1", "cup": "M_block_1"}'];
    expect(await ending({ object_level_plan: [form], grounding })).toBe('stop: plan_completed');
  });
});

const HUGE = 'x'.repeat(1_000_000);

plannerContract(olp, {
  describe,
  it,
  promptFiles: shippedPromptFiles(olp),
  observation: fourBlocks().observe(),
  replies: REPLIES,
  hugeReplies: {
    plan_sketch: [`${HUGE}\n1. Stack them.`, '1. Stack them.\n'.repeat(10_000), `1. ${HUGE}`],
    used_objects: [`- ${HUGE}`, '- block\n'.repeat(10_000)],
  },
  start: { skills: SMALL_TABLE_SKILLS },
  variants: [
    { examplesMax: 0 },
    { examplesMax: 6, compared: 'instructions' },
    { ranking: 'embeddings' },
    { retriesMax: 3 },
    { temperature: 1, sketchTemperature: 0, replyTokensMax: 100 },
  ],
});

test('objectCounts() counts kinds, in order of appearance', () => {
  expect(objectCounts(['K_block_1', 'red_block_1', 'K_block_12', 'cup', 'big_jug', '_1'])).toBe(
    '- K block: 2\n- red block: 1\n- cup: 1\n- big jug: 1\n- : 1',
  );
  expect(objectCounts([])).toBe('');
});
