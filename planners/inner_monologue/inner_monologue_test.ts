import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { plannerContract } from '../kit/planner_contract.ts';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { shippedPromptFiles } from '../testing/shipped_prompts.ts';
import { actionText, innerMonologue, readAction } from './inner_monologue.ts';
import { atTheTable, getTheMilk, OUTCOMES, REPLIES } from './testing/milk_episode.ts';

/** What a prompt shows of the episode, examples aside: all between the lines of task and rooms and the next action. */
function monologue(prompt: string | undefined): string | undefined {
  const [, turn = ''] = prompt?.split("Task: Get the milk.\nRoom List: ['kitchen1', 'bedroom1']\n") ?? [];
  return /^(.*?)\n(?:\nNo action could be read.*\n)?Robot action:$/s.exec(turn)?.[1];
}

const START_SHORT = "Scene: in kitchen1, holding [], close to ['table1']";
const FIRST_SHORT = `Robot action: open(fridge1)\nSuccess: False\n${START_SHORT}`;
const SECOND_SHORT = "Robot action: move(fridge1)\nSuccess: True\nScene: in kitchen1, holding [], close to ['fridge1']";
const LISTS =
  "Object List: ['fridge1 IN kitchen1']\nContainer List: ['fridge1 IN kitchen1']\nSurface List: ['table1 IN kitchen1']";
const START = `${START_SHORT}\n${LISTS}`;
const FIRST = `${FIRST_SHORT}\n${LISTS}`;
const SECOND = `${SECOND_SHORT}\n${LISTS}`;

describe('innerMonologue.plan()', () => {
  test('names one action at a time, and is asked anew after each', async () => {
    const { did, requests } = await getTheMilk(REPLIES);
    expect(did).toEqual(['open fridge1', 'move fridge1', 'open fridge1', 'pickup milk1']);
    expect(requests).toHaveLength(5);
  });

  test('sends one user message', async () => {
    const { requests } = await getTheMilk(REPLIES, { options: { temperature: 0.5 } });
    for (const { messages, options } of requests) {
      expect(messages).toEqual([{ role: 'user', content: expect.any(String) }]);
      expect(options).toEqual({ purpose: 'next_action', temperature: 0.5 });
    }
  });

  test('lets the text grow by action, success and scene', async () => {
    const { prompts } = await getTheMilk(REPLIES);
    expect(prompts.slice(0, 3).map(monologue)).toEqual([START, `${START}\n${FIRST}`, `${START}\n${FIRST}\n${SECOND}`]);
    for (const prompt of prompts) expect(prompt).not.toContain('not shown');
  });

  test('scene: short leaves the lists of the past out, not those of the present', async () => {
    const { prompts } = await getTheMilk(REPLIES, { options: { scene: 'short' } });
    expect(monologue(prompts[2])).toBe(`${START_SHORT}\n${FIRST_SHORT}\n${SECOND}`);
    expect(monologue(prompts[0])).toBe(START);
  });

  test('shows the latest observation once, as the scene after the last action', async () => {
    const { prompts } = await getTheMilk(REPLIES, { options: { triplesMax: 0 } });
    const milkIsKnown = prompts.map((prompt) =>
      prompt.endsWith(
        "\nScene: in kitchen1, holding [], close to ['fridge1', 'milk1']\nObject List: ['fridge1 IN kitchen1', 'milk1 IN fridge1']\n" +
          "Container List: ['fridge1 IN kitchen1']\nSurface List: ['table1 IN kitchen1']\nRobot action:",
      ),
    );
    expect(milkIsKnown).toEqual([false, false, false, true, false]);
    for (const prompt of prompts) expect(monologue(prompt)?.split('Object List: ')).toHaveLength(2);
  });

  test('takes the first action of a reply, and tells the trace what it threw away', async () => {
    const { did, notes } = await getTheMilk(['Sure!\nmove(fridge1)\nopen(fridge1)', ...REPLIES]);
    expect(did[0]).toBe('move fridge1');
    expect(notes[0]).toEqual({
      kind: 'parsed',
      purpose: 'next_action',
      accepted: 1,
      discardedCounts: { not_asked: 1, prose: 1 },
      discarded: [
        { line: 1, kind: 'prose', text: 'Sure!', reason: 'holds no call' },
        { line: 3, kind: 'not_asked', text: 'open(fridge1)', reason: 'open: one action a reply' },
      ],
      remarks: [],
    });
    expect(notes[1]).toMatchObject({ accepted: 1, discardedCounts: {} });
  });
});

describe('innerMonologue.plan() keeps a window', () => {
  test('of as many triples as the option says', async () => {
    const { prompts } = await getTheMilk(REPLIES, { options: { triplesMax: 1 } });
    expect(monologue(prompts[1])).toBe(`${START}\n${FIRST}`);
    expect(monologue(prompts[2])).toBe(`(Earlier actions that are not shown: 1)\n${SECOND}`);
  });

  test('whose first scene goes first, and without a word, for it is no action', async () => {
    const { prompts: all } = await getTheMilk(REPLIES);
    const tokensMax = (all[2]?.length ?? 0) + 7 + 256 - START.length;
    const { prompts } = await getTheMilk(REPLIES, { options: { tokensMax } });
    expect(monologue(prompts[2])).toBe(`${FIRST}\n${SECOND}`);
  });

  test('of as many as leave room for the reply', async () => {
    const { prompts: all } = await getTheMilk(REPLIES);
    // A token a character; 7 go to the message itself.
    const needed = (all[2]?.length ?? 0) + 7;
    const options = { tokensMax: needed + 100, replyTokens: 100 };
    expect((await getTheMilk(REPLIES.slice(0, 3), { options, outcomes: OUTCOMES.slice(0, 2) })).prompts[2]).toBe(
      all[2],
    );
    const { prompts } = await getTheMilk(REPLIES, { options: { ...options, replyTokens: 101 } });
    expect(monologue(prompts[2])).toBe(`${FIRST}\n${SECOND}`);
    for (const prompt of prompts) expect(prompt.length).toBeLessThan(needed);
  });

  test('and sends the rest even where that alone is too long', async () => {
    const { did, prompts } = await getTheMilk(REPLIES, { options: { tokensMax: 500 } });
    expect(did).toHaveLength(4);
    expect(monologue(prompts[4])).toMatch(/^\(Earlier actions that are not shown: 4\)\nScene: .*, holding \['milk1'\]/);
  });
});

describe('innerMonologue.plan() on replies without an action', () => {
  test('asks again and says so, in other words each time, at no cost of steps', async () => {
    const { did, prompts } = await getTheMilk(['Hm.', 'done()', ...REPLIES]);
    expect(did).toHaveLength(4);
    expect(
      prompts.slice(0, 4).map((prompt) => /No action could be read.*\((\d+) in a row\)/.exec(prompt)?.[1]),
    ).toEqual([undefined, '1', '2', undefined]);
    expect(monologue(prompts[3])).toBe(`${START}\n${FIRST}`);
  });

  test('gives up after five in a row', async () => {
    const { did, prompts } = await getTheMilk(Array(5).fill('The task is done.'));
    expect(did).toEqual(['stop: empty_replies']);
    expect(new Set(prompts).size).toBe(5);
  });

  test('gives up after as many as the option says, counted anew after each action', async () => {
    const options = { emptyRepliesMax: 2 };
    const { did, requests } = await getTheMilk(['', 'wait()', '', 'wait()', '', ''], { options });
    expect(did).toEqual(['wait', 'wait', 'stop: empty_replies']);
    expect(requests).toHaveLength(6);
  });
});

describe('innerMonologue.plan() begins in the middle', () => {
  test('with triples of the past; the scene is known after the last alone', async () => {
    const past = [
      { action: { verb: 'move', args: ['table1'] }, ok: true },
      { action: { verb: 'open', args: ['fridge1'] }, ok: false },
    ];
    const { prompts } = await getTheMilk(REPLIES, { past });
    const known = 'Scene: not known\nRobot action: move(table1)\nSuccess: True\nScene: not known';
    expect(monologue(prompts[0])).toBe(`${known}\n${FIRST}`);
    const { prompts: narrow } = await getTheMilk(REPLIES, { past, options: { triplesMax: 1 } });
    expect(monologue(narrow[0])).toBe(`(Earlier actions that are not shown: 1)\n${FIRST}`);
  });
});

describe('the prompts of innerMonologue', () => {
  test.each([
    ['first', 0, {}],
    ['after_three_actions', 3, {}],
    ['window_cut', 3, { triplesMax: 2 }],
    ['short_scene', 3, { scene: 'short' }],
    ['one_hand', 0, { hands: 1 }],
  ] as const)('golden/%s.txt', async (name, index, options) => {
    const { prompts } = await getTheMilk(REPLIES, { options });
    await expect(`${prompts[index]}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('golden/after_an_empty_reply.txt', async () => {
    const { prompts } = await getTheMilk(['open(fridge1)', 'done()', 'wait()', 'wait()', 'wait()', 'wait()']);
    await expect(`${prompts[2]}\n`).toMatchFileSnapshot('golden/after_an_empty_reply.txt');
  });

  test.each(['full', 'short'] as const)('show examples in the form of the turn, with %s scenes', async (scene) => {
    const { prompts } = await getTheMilk(REPLIES, { options: { scene } });
    const parts = prompts[3]?.split('\n\n').filter((part) => part.startsWith('Task: ')) ?? [];
    const lists = 'Object List: \\[.*\\]\nContainer List: \\[.*\\]\nSurface List: \\[.*\\]\n';
    const seen = 'Scene: in \\w+, holding \\[.*\\], close to \\[.*\\]\n';
    const past = scene === 'full' ? `${seen}${lists}` : seen;
    const turn = `^Task: .*\nRoom List: \\[.*\\]\n(${past}Robot action: .+\nSuccess: (True|False)\n)+${seen}${lists}$`;
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(`${part}\n`.replace(/Robot action:\n$/, '')).toMatch(new RegExp(turn));
    for (const [line] of parts
      .slice(0, 2)
      .join('\n')
      .matchAll(/^Robot action: .*$/gm)) {
      expect(readAction(line, new ParseLog()), line).not.toBeNull();
    }
  });
});

const HUGE = 'x'.repeat(1_000_000);

plannerContract(innerMonologue, {
  describe,
  it,
  promptFiles: shippedPromptFiles(innerMonologue),
  observation: atTheTable,
  replies: { next_action: REPLIES },
  hugeReplies: {
    next_action: [`move("${HUGE}")\nwait()`, 'wait()\n'.repeat(10_000), `${HUGE}\nwait()`, 'wait() '.repeat(10_000)],
  },
  start: { past: [{ action: { verb: 'wait', args: [] }, ok: true }] },
  variants: [
    { tokensMax: 900 },
    { tokensMax: 1, replyTokens: 0 },
    { replyTokens: 7000 },
    { triplesMax: 0 },
    { tokensMax: 100_000 },
    { scene: 'short' },
    { hands: 1 },
    { emptyRepliesMax: 1 },
    { temperature: 1 },
  ],
});

test('innerMonologue.options refuse a reply that would take all tokens', () => {
  expect(innerMonologue.options.safeParse({ tokensMax: 256 }).error?.issues[0]).toMatchObject({
    path: ['replyTokens'],
    message: 'the reply takes all tokens; set fewer than tokensMax',
  });
  expect(innerMonologue.options.safeParse({ tokensMax: 257 }).success).toBe(true);
});

test.each([
  { tokensMax: 0 },
  { replyTokens: -1 },
  { triplesMax: 1.5 },
  { triplesMax: 'some' },
  { scene: 'long' },
  { hands: 3 },
  { emptyRepliesMax: 0 },
  { temperature: 3 },
])('innerMonologue.options refuse %j', (options) => {
  expect(innerMonologue.options.safeParse(options).success).toBe(false);
});

test('actionText() writes calls, names bare where they are plain', () => {
  expect(actionText({ verb: 'placein', args: ['mug1', 'kitchen cabinet 2'] })).toBe('placein(mug1, kitchen cabinet 2)');
  expect(actionText({ verb: 'wait', args: [] })).toBe('wait()');
});

test('actionText() quotes names that could be read as something else', () => {
  expect(actionText({ verb: 'move', args: ["Tom's mug"] })).toBe(`move("Tom's mug")`);
  expect(actionText({ verb: 'move', args: ['a)\nSuccess: True'] })).toBe(`move('a)\\nSuccess: True')`);
  expect(actionText({ verb: 'move', args: [''] })).toBe(`move('')`);
});

test('actionText() stays on one line, whatever the names', () => {
  const args = fc.array(fc.string({ unit: 'binary' }), { maxLength: 2 });
  fc.assert(
    fc.property(args, (args) => {
      expect(actionText({ verb: 'move', args })).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f]/);
    }),
  );
});

test('actionText() writes what readAction() reads', () => {
  const name = fc.stringMatching(/^[a-zé_][a-z0-9 .|'"-]{0,8}[a-z0-9]$/);
  const action = fc
    .constantFrom(...PRIMITIVES)
    .chain(([verb, parameters]) =>
      fc.tuple(...parameters.map(() => name)).map((args) => ({ verb, args: args as string[] })),
    );
  fc.assert(
    fc.property(action, (action) => {
      expect(readAction(actionText(action), new ParseLog())).toEqual(action);
    }),
  );
});

/** The action as text, and what was noted. */
function read(reply: string) {
  const log = new ParseLog();
  const action = readAction(reply, log);
  const note = log.note('next_action', action === null ? 0 : 1);
  if (note.kind !== 'parsed') throw new Error('unreachable');
  return {
    action: action === null ? null : `${action.verb}(${action.args.join(', ')})`,
    discarded: note.discarded.map(({ line, kind, reason }) => `${line}: ${kind}: ${reason}`),
  };
}

describe('readAction() reads', () => {
  test.each([
    ['the bare action', 'move(fridge1)'],
    ['the label of the prompt', 'Robot action: move(fridge1)'],
    ['a label in markup', '**Robot action:** `move(fridge1)`'],
    ['quotes', 'move("fridge1")'],
    ['a code fence', '```\nmove(fridge1)\n```'],
    ['a list marker', '1. move(fridge1)'],
    ['commentary behind it', 'move(fridge1) (to look inside)'],
    ['a line break in front', '\n\n move( fridge1 )\r\n'],
  ])('%s', (_, reply) => {
    expect(read(reply)).toEqual({ action: 'move(fridge1)', discarded: [] });
  });

  test('an action with two objects, and one with none', () => {
    expect(read('Robot action: placein(milk1, fridge1)').action).toBe('placein(milk1, fridge1)');
    expect(read('wait()').action).toBe('wait()');
  });

  test('an action below a thought, which may mention others', () => {
    expect(read('I should move(fridge1) before I open it.\nRobot action: move(fridge1)')).toEqual({
      action: 'move(fridge1)',
      discarded: ['1: malformed: move: a call in the middle of a sentence'],
    });
  });
});

describe('readAction() discards', () => {
  test('all but the first action, on other lines or the same, and counts them', () => {
    expect(read('move(fridge1)\nopen(fridge1)\npickup(milk1), close(fridge1)')).toEqual({
      action: 'move(fridge1)',
      discarded: [
        '2: not_asked: open: one action a reply',
        '3: not_asked: pickup: one action a reply',
        '3: not_asked: close: one action a reply',
      ],
    });
    const log = new ParseLog();
    readAction('wait()\n'.repeat(1000), log);
    expect(log.note('next_action', 1)).toMatchObject({ discardedCounts: { not_asked: 999 } });
  });

  test('feedback that the model made up', () => {
    const reply = 'open(fridge1)\nSuccess: True\nScene: in kitchen1\nRobot action: pickup(milk1)';
    expect(read(reply)).toEqual({
      action: 'open(fridge1)',
      discarded: ['2: prose: holds no call', '3: prose: holds no call', '4: not_asked: pickup: one action a reply'],
    });
  });

  test.each([
    ['nothing at all', '', []],
    ['prose', 'The task is done.', ['1: prose: holds no call']],
    ['the word stop', 'stop', ['1: prose: holds no call']],
    ['done()', 'Robot action: done()', [expect.stringMatching('^1: unknown_function: no function is called "done"')]],
    ['an unknown action', 'grab(milk1)', [expect.stringMatching('^1: unknown_function: no function is called "grab"')]],
    ['a malformed call', 'move(fridge1', ['1: malformed: move: the call is not closed']],
    ['a call without its object', 'move()', ['1: argument: move: too few arguments']],
    ['a name beyond bounds', `move(${'x'.repeat(201)})`, [expect.stringMatching('^1: ')]],
  ])('%s, and there is no action', (_, reply, discarded) => {
    expect(read(reply)).toEqual({ action: null, discarded });
  });

  test('a malformed call, and takes the next that is well-formed', () => {
    expect(read('move(\nmove(fridge1)').action).toBe('move(fridge1)');
  });
});

test('readAction() reads the first of any actions', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
  const action = fc
    .constantFrom(...PRIMITIVES)
    .chain(([verb, parameters]) =>
      fc.tuple(...parameters.map(() => name)).map((args) => ({ verb, args: args as string[] })),
    );
  const label = fc.constantFrom('', 'Robot action: ', '- ', '**Robot action:** ');
  fc.assert(
    fc.property(fc.array(fc.tuple(label, action), { minLength: 1 }), (lines) => {
      const reply = lines.map(([label, { verb, args }]) => `${label}${verb}(${args.join(', ')})`).join('\n');
      expect(readAction(reply, new ParseLog())).toEqual(lines[0]?.[1]);
    }),
  );
});
