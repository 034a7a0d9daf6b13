import { describe, expect, test } from 'vitest';
import { readFoon } from '../foon/read_foon.ts';
import { ParseLog } from '../parse_log.ts';
import { chatText, type Script } from '../testing/play_script.ts';
import { shippedContract } from '../testing/shipped_prompts.ts';
import { SMALL_TABLE_SKILLS } from '../testing/small_table.ts';
import { understood } from '../testing/understood.ts';
import { readState } from './examples.ts';
import { namesToGround, objectCounts, olp, readGrounding } from './olp.ts';
import { readPlan } from './read_plan.ts';
import { fourBlocks, makeTower, planJson, REPLIES, type Setting } from './testing/tower_episode.ts';

const TOWER = [
  ...['pick B_block_1 K_block_1', 'place B_block_1 table', 'pick M_block_1 table', 'place M_block_1 K_block_1'],
  ...['pick S_block_1 table', 'place S_block_1 M_block_1'],
];

async function ending(script: Script, setting: Setting = {}): Promise<string | undefined> {
  return (await makeTower(script, setting)).did.at(-1);
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
    const settings = { temperature: 0.1, maxTokens: 2500 };
    expect(requests.map(({ options }) => options)).toEqual([
      ...['prototype', 'plan_sketch'].map((purpose) => ({ ...settings, purpose, temperature: 0.2 })),
      ...['used_objects', 'object_level_plan', 'grounding'].map((purpose) => ({ ...settings, purpose })),
    ]);
    const roles = requests.map(({ messages }) => messages.map(({ role }) => role[0]).join(''));
    expect(roles).toEqual(['su', 'suau', 'suauau', 'suauauau', 'su']);
  });

  test('notes sketch, FOON, grounding and subgoals as beliefs', async () => {
    const { notes } = await makeTower();
    const beliefs = notes.flatMap((note) => (note.kind === 'belief' ? [note.belief] : []));
    const [{ foon }] = beliefs.slice(1) as [{ foon: string }];
    const motions = readFoon(foon, 'the note').foon.units.map(({ motion }) => motion.label);
    expect(motions).toEqual(['pick and place', 'pick and place']);
    expect([beliefs[0], ...beliefs.slice(2, 4)]).toEqual([
      {
        sketch: [
          { action: 'Place the second block on the first block.', reason: 'The first block is the base.' },
          { action: 'Place the third block on the second block.', reason: '' },
        ],
      },
      { grounding: { 'first block': 'K_block_1', 'second block': 'M_block_1', 'third block': 'S_block_1' } },
      {
        unit: 1,
        instruction: 'Place the second block on the first block.',
        goal: [
          ...['in hand air', 'on table K_block_1', 'under K_block_1 table', 'under M_block_1 K_block_1'],
          ...['on K_block_1 M_block_1', 'on M_block_1 air'],
        ].map((fact) => fact.split(' ')),
      },
    ]);
    expect(notes.filter(({ kind }) => kind === 'planned')).toMatchObject([
      { purpose: 'unit', status: 'solved', cost: 4 },
      { purpose: 'unit', status: 'solved', cost: 2 },
    ]);
  });

  test('takes the nearest prototype where none is chosen, and goes on where the sketch is no list', async () => {
    const { did, notes } = await makeTower({
      prototype: 'None.',
      plan_sketch: 'Stack them, since a tower is a stack.',
    });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(notes[0]).toMatchObject({ accepted: 0, remarks: ['the nearest prototype is used'] });
    expect(notes[1]).toMatchObject({ accepted: 0, remarks: ['the sketch has no numbered steps'] });
  });
});

describe('olp.plan() stops with', () => {
  const cycle = planJson({ moved: 'first block', onto: 'second block' }).replaceAll('"on table"', '"on first block"');
  const idle = '{"plan": [{"action": "stir", "object_states": {"cup": {"effects": ["mixed"]}}}]}';
  const unknown = REPLIES.grounding[0].replace('S_block_1', 'X_block_1');
  const noActions =
    '(define (domain tabletop) (:constants air hand table) (:predicates (in ?a ?b) (on ?a ?b) (under ?a ?b)))';

  test.each<[string, Script, Setting]>([
    ['parse', { object_level_plan: REPLIES.object_level_plan[0].slice(0, 300) }, {}],
    ['parse', { grounding: 'K_block_1' }, {}],
    ['schema', { object_level_plan: idle }, {}],
    ['schema', { grounding: '{"first block": 1}' }, {}],
    ['grounding', { grounding: unknown }, {}],
    ['unsolvable', { object_level_plan: cycle }, {}],
    ['unsolvable', {}, { start: { skills: noActions } }],
    ['schema', {}, { start: { skills: '(define (domain tabletop))' } }],
    ['no_domain', {}, { start: { skills: 'pick and place' } }],
    ['planning_limit', {}, { options: { expansionsMax: 1 } }],
  ])('%s, given %j', async (reason, script, setting) => expect(await ending(script, setting)).toBe(`stop: ${reason}`));

  test('action_failed at a refused action, and does no other', async () => {
    const { did } = await makeTower({}, { refused: 3 });
    expect(did).toEqual([...TOWER.slice(0, 2), `refused: ${TOWER[2]}`, 'stop: action_failed']);
  });
});

test('olp.plan() asks again as often as the option says, with the reason', async () => {
  const bad = '{"first block": "K_block_1", "second block": "K_block_1"}';
  const script = { grounding: [bad, ...REPLIES.grounding] };
  const { did, requests, notes } = await makeTower(script, { options: { retriesMax: 1 } });
  expect(did.at(-1)).toBe('stop: plan_completed');
  const chat = requests.at(-1)?.messages ?? [];
  expect(chat.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(chat[3]?.content).toContain('"first block" and "second block" are both mapped to "K_block_1"');
  expect(notes.filter((note) => note.kind === 'parsed' && note.purpose === 'grounding')).toMatchObject([
    { accepted: 0 },
    { accepted: 3, remarks: ['retry 1 of 1'] },
  ]);
});

describe('olp.plan() with options', () => {
  test('examplesMax: 0 shows no example, and asks for no choice', async () => {
    const { did, requests } = await makeTower({}, { options: { examplesMax: 0 } });
    expect(did.at(-1)).toBe('stop: plan_completed');
    const purposes = ['plan_sketch', 'used_objects', 'object_level_plan', 'grounding'];
    expect(requests.map(({ options }) => options.purpose)).toEqual(purposes);
    for (const { messages } of requests) for (const { content } of messages) expect(content).not.toContain('Prototype');
  });

  test.each([
    [{ ranking: 'embeddings' }, 'The script has no embeddings'],
    [{ solver: 'fast-downward' }, 'set FAST_DOWNWARD to its path'],
  ] as const)('%j is what it uses', (options, problem) => expect(makeTower({}, { options })).rejects.toThrow(problem));
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
    await expect(chatText(requests[index]?.messages)).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('golden/grounding_again.txt', async () => {
    const { requests } = await makeTower({ grounding: ['', ...REPLIES.grounding] }, { options: { retriesMax: 1 } });
    await expect(`${requests.at(-1)?.messages.at(-1)?.content}\n`).toMatchFileSnapshot('golden/grounding_again.txt');
  });
});

const KNOWN = { names: ['first block', 'Second Block'], blocks: ['K_block_1', 'M_block_1', 'S_block_1'] };

function grounded(reply: string, log = new ParseLog()): [string, string][] {
  return [...understood(readGrounding(reply, KNOWN, log))];
}

describe('readGrounding()', () => {
  test.each([
    ['as asked', '{"first block": "K_block_1", "Second Block": "M_block_1"}'],
    ['in other spellings', '```\n{"the First block": "k_block_1", "second  block": " M_BLOCK_1 "}\n```'],
    ['with other names', '{"table": "table", "first block": "K_block_1", "second block": "M_block_1", "x": null}'],
  ])('%s', (_, reply) => {
    expect(grounded(reply).map(String)).toEqual(['first block,K_block_1', 'second block,M_block_1']);
  });

  test('tells which names nobody asked for', () => {
    const log = new ParseLog();
    grounded('{"hand": "hand", "first block": "K_block_1", "second block": "M_block_1"}', log);
    expect(log.note('grounding', 2)).toMatchObject({ discarded: [{ kind: 'not_asked', text: 'hand' }] });
  });

  test.each([
    ['K_block_1', 'parse', 'expected a JSON object'],
    ['{"first block": ["K_block_1"]}', 'schema', 'the mapping does not have the required form: first block'],
    ['{"first block": "K_block_1"}', 'grounding', '"Second Block" is not mapped to an object'],
    ['{"first block": null}', 'grounding', '"first block" is not mapped to an object'],
    ['{"first block": "Z_block_1"}', 'grounding', '"first block" is mapped to "Z_block_1", which does not exist'],
    ['{"first block": "table"}', 'grounding', '"first block" is mapped to "table", which does not exist'],
    [
      '{"first block": "K_block_1", "second block": "k_block_1"}',
      'grounding',
      'Second Block" are both mapped to "K_block_1"',
    ],
  ])('refuses %s', (reply, failure, problem) => {
    const reading = readGrounding(reply, KNOWN, new ParseLog());
    expect(reading).toEqual({ ok: false, failure, problem: expect.stringContaining(problem) });
  });
});

describe('namesToGround()', () => {
  test('are those of all effects, each once, without what is never grounded', () => {
    const plan = planJson({ moved: 'B', onto: 'A' }, { moved: 'C', onto: 'the b' });
    expect(namesToGround(understood(readPlan(plan, new ParseLog())).foon.units)).toEqual(['A', 'B', 'C']);
  });

  test('are also those that only a state speaks of', () => {
    const effects = ['on saucer', 'in robot hand'].map(readState);
    const cup = { label: 'cup', states: effects, inMotion: false, isGoal: false };
    const before = { ...cup, states: [readState('on shelf')] };
    const unit = { inputs: [before], motion: { label: 'pour' }, outputs: [cup] } as const;
    expect(namesToGround([unit])).toEqual(['cup', 'saucer']);
  });
});

const HUGE = 'x'.repeat(1_000_000);

shippedContract(olp, {
  observation: fourBlocks().observe(),
  replies: REPLIES,
  hugeReplies: {
    plan_sketch: [`${HUGE}\n1. Stack them.`, '1. Stack them.\n'.repeat(10_000), `1. ${HUGE}`],
    used_objects: [`- ${HUGE}`, '- block\n'.repeat(10_000)],
  },
  start: { skills: SMALL_TABLE_SKILLS },
  variants: [
    ...[{ examplesMax: 0 }, { examplesMax: 6, compared: 'instructions' as const }, { ranking: 'embeddings' as const }],
    ...[{ retriesMax: 3 }, { temperature: 1, sketchTemperature: 0, replyTokensMax: 100 }],
  ],
});

test('objectCounts() counts kinds, in order of appearance', () => {
  const counts = objectCounts(['K_block_1', 'red_block_1', 'K_block_12', 'cup', 'big_jug', '_1']);
  expect(counts).toBe('- K block: 2\n- red block: 1\n- cup: 1\n- big jug: 1\n- : 1');
  expect(objectCounts([])).toBe('');
});
