import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { anyText, arbitraryAction } from '../testing/arbitrary_text.ts';
import { householdPlayer, inKitchen, type Outcomes, placed } from '../testing/household_play.ts';
import { refusesOptions, shippedContract } from '../testing/shipped_prompts.ts';
import { actionText, innerMonologue, promptInWindow, readAction, type Turn } from './inner_monologue.ts';

const fridge = placed('fridge1 IN kitchen1');
const atTheTable = inKitchen({
  ...{ objects: [fridge], containers: [fridge], surfaces: [placed('table1 IN kitchen1')] },
  ...{ rooms: ['kitchen1', 'bedroom1'], closeTo: ['table1'] },
});
const atTheFridge = { ...atTheTable, closeTo: ['fridge1'] };
const opened = { ...atTheFridge, objects: [fridge, placed('milk1 IN fridge1')], closeTo: ['fridge1', 'milk1'] };
const taken = { ...atTheFridge, holding: ['milk1'] };

const REPLIES = ['open(fridge1)', 'Robot action: move(fridge1)', 'open(fridge1)', 'pickup(milk1)', 'wait()'];
const OUTCOMES: Outcomes = [
  [false, atTheTable],
  [true, atTheFridge],
  [true, opened],
  [true, taken],
];
const episode = { instruction: 'Get the milk.', observation: atTheTable, outcomes: OUTCOMES };
const player = householdPlayer(innerMonologue, episode);
const getTheMilk = (replies: readonly string[] = REPLIES, setting: Parameters<typeof player>[1] = {}) =>
  player({ next_action: replies }, setting);
const promptsWith = async (options: Readonly<Record<string, unknown>>) => {
  return (await getTheMilk(REPLIES, { options })).prompts;
};

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
const [START, FIRST, SECOND] = [START_SHORT, FIRST_SHORT, SECOND_SHORT].map((short) => `${short}\n${LISTS}`);

describe('innerMonologue.plan()', () => {
  test('names one action at a time, each in answer to one user message', async () => {
    const { did, requests } = await getTheMilk(REPLIES, { options: { temperature: 0.5 } });
    expect(did).toEqual(['open fridge1', 'move fridge1', 'open fridge1', 'pickup milk1']);
    const messages = [{ role: 'user', content: expect.any(String) }];
    expect(requests).toEqual(Array(5).fill({ messages, options: { purpose: 'next_action', temperature: 0.5 } }));
  });

  test('lets the text grow by action, success and scene', async () => {
    const prompts = await promptsWith({});
    expect(prompts.slice(0, 3).map(monologue)).toEqual([START, `${START}\n${FIRST}`, `${START}\n${FIRST}\n${SECOND}`]);
    for (const prompt of prompts) expect(prompt).not.toContain('not shown');
  });

  test('scene: short leaves the lists of the past out, not those of the present', async () => {
    const prompts = await promptsWith({ scene: 'short' });
    expect(monologue(prompts[2])).toBe(`${START_SHORT}\n${FIRST_SHORT}\n${SECOND}`);
    expect(monologue(prompts[0])).toBe(START);
  });

  test('notes the discarded rest of a reply', async () => {
    const { did, notes } = await getTheMilk(['Sure!\nmove(fridge1)\nopen(fridge1)', ...REPLIES]);
    expect(did[0]).toBe('move fridge1');
    const parsed = { kind: 'parsed', purpose: 'next_action', accepted: 1, remarks: [] };
    expect(notes.slice(0, 2)).toEqual([
      {
        ...parsed,
        discardedCounts: { not_asked: 1, prose: 1 },
        discarded: [
          { line: 1, kind: 'prose', text: 'Sure!', reason: 'holds no call' },
          { line: 3, kind: 'not_asked', text: 'open(fridge1)', reason: 'open: only one action per reply' },
        ],
      },
      { ...parsed, discardedCounts: {}, discarded: [] },
    ]);
  });

  test('begins in the middle with the actions of the past; only the last scene is known', async () => {
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

describe('innerMonologue.plan() keeps a window', () => {
  test('of as many triples as the option says', async () => {
    const one = await promptsWith({ triplesMax: 1 });
    expect(monologue(one[1])).toBe(`${START}\n${FIRST}`);
    expect(monologue(one[2])).toBe(`(Earlier actions that are not shown: 1)\n${SECOND}`);
    const none = await promptsWith({ triplesMax: 0 });
    expect(none.map((prompt) => monologue(prompt)?.split('Object List: ').length)).toEqual(Array(5).fill(2));
    expect(monologue(none[3])).toContain('(Earlier actions that are not shown: 3)\nScene: in kitchen1, holding []');
  });

  test('that leaves room for the reply; the first scene, which is no action, goes first without a word', async () => {
    const all = await promptsWith({});
    // A token a character; 7 for the message.
    const needed = (all[2]?.length ?? 0) + 7;
    const fits = { options: { tokensMax: needed + 100, replyTokens: 100 }, outcomes: OUTCOMES.slice(0, 2) };
    expect((await getTheMilk(REPLIES.slice(0, 3), fits)).prompts[2]).toBe(all[2]);
    const prompts = await promptsWith({ tokensMax: needed + 100, replyTokens: 101 });
    expect(monologue(prompts[2])).toBe(`${FIRST}\n${SECOND}`);
    for (const prompt of prompts) expect(prompt.length).toBeLessThan(needed);
  });

  test('and sends the rest even if that alone is too long', async () => {
    const prompts = await promptsWith({ tokensMax: 500 });
    expect(monologue(prompts[4])).toMatch(/^\(Earlier actions that are not shown: 4\)\nScene: .*, holding \['milk1'\]/);
  });
});

describe('innerMonologue.plan() on replies without an action', () => {
  test('asks again with their number, at no cost of steps', async () => {
    const { did, prompts } = await getTheMilk(['Hm.', 'done()', ...REPLIES]);
    expect(did).toHaveLength(4);
    const numbers = prompts.map((prompt) => /No action could be read.*\((\d+) in a row\)/.exec(prompt)?.[1]);
    expect(numbers.slice(0, 4)).toEqual([undefined, '1', '2', undefined]);
    expect(monologue(prompts[3])).toBe(`${START}\n${FIRST}`);
  });

  test('stops after five in a row, or as many as the option says, counted anew after each action', async () => {
    const { did, prompts } = await getTheMilk(Array(5).fill('The task is done.'));
    expect(did).toEqual(['stop: empty_replies']);
    expect(new Set(prompts).size).toBe(5);
    const options = { emptyRepliesMax: 2 };
    const two = await getTheMilk(['', 'wait()', '', 'wait()', '', ''], { options });
    expect(two.did).toEqual(['wait', 'wait', 'stop: empty_replies']);
    expect(two.requests).toHaveLength(6);
  });
});

describe('the prompts of innerMonologue', () => {
  test.each<[name: string, index: number, options: object, replies?: string[]]>([
    ['first', 0, {}],
    ['after_three_actions', 3, {}],
    ['window_cut', 3, { triplesMax: 2 }],
    ['short_scene', 3, { scene: 'short' }],
    ['one_hand', 0, { hands: 1 }],
    ['after_an_empty_reply', 2, {}, ['open(fridge1)', 'done()', ...Array(4).fill('wait()')]],
  ])('golden/%s.txt', async (name, index, options, replies = REPLIES) => {
    const { prompts } = await getTheMilk(replies, { options: { ...options } });
    await expect(`${prompts[index]}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  });
});

const HUGE = 'x'.repeat(1_000_000);

shippedContract(innerMonologue, {
  observation: atTheTable,
  replies: { next_action: REPLIES },
  hugeReplies: {
    next_action: [`move("${HUGE}")\nwait()`, 'wait()\n'.repeat(10_000), `${HUGE}\nwait()`, 'wait() '.repeat(10_000)],
  },
  start: { past: [{ action: { verb: 'wait', args: [] }, ok: true }] },
  variants: [
    ...[{ tokensMax: 900 }, { tokensMax: 1, replyTokens: 0 }, { replyTokens: 7000 }, { triplesMax: 0 }],
    ...[{ tokensMax: 100_000 }, { scene: 'short' as const }, { hands: 1 as const }, { emptyRepliesMax: 1 }],
    { temperature: 1 },
  ],
});

test('innerMonologue.options refuse a reply that would take all tokens', () => {
  expect(innerMonologue.options.safeParse({ tokensMax: 256 }).error?.issues[0]).toMatchObject({
    path: ['replyTokens'],
    message: 'the reply takes all tokens; set a number below tokensMax',
  });
  expect(innerMonologue.options.safeParse({ tokensMax: 257 }).success).toBe(true);
});

refusesOptions(innerMonologue, [
  ...[{ tokensMax: 0 }, { replyTokens: -1 }, { triplesMax: 1.5 }, { triplesMax: 'some' }, { scene: 'long' }],
  ...[{ hands: 3 }, { emptyRepliesMax: 0 }, { temperature: 3 }],
]);

test.each([
  ['placein', ['mug1', 'kitchen cabinet 2'], 'placein(mug1, kitchen cabinet 2)'],
  ['wait', [], 'wait()'],
  ['move', ["Tom's mug"], `move("Tom's mug")`],
  ['move', ['a)\nSuccess: True'], `move('a)\\nSuccess: True')`],
  ['move', [''], `move('')`],
])('actionText() writes %s%j, with quotes around unusual names', (verb, args, text) => {
  expect(actionText({ verb, args })).toBe(text);
});

test('actionText() stays on one line, whatever the names', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 2 }), (args) => {
      expect(actionText({ verb: 'move', args })).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f]/);
    }),
  );
});

test('readAction() reads the first action that actionText() writes, behind any label', () => {
  const action = arbitraryAction(fc.stringMatching(/^[a-zé_][a-z0-9 .|'"-]{0,8}[a-z0-9]$/));
  const label = fc.constantFrom('', 'Robot action: ', '- ', '**Robot action:** ');
  fc.assert(
    fc.property(fc.array(fc.tuple(label, action), { minLength: 1 }), (lines) => {
      const reply = lines.map(([label, action]) => `${label}${actionText(action)}`).join('\n');
      expect(readAction(reply, new ParseLog())).toEqual(lines[0]?.[1]);
    }),
  );
});

const ONLY_ONE = ': only one action per reply';

describe('readAction()', () => {
  function read(reply: string) {
    const log = new ParseLog();
    const action = readAction(reply, log);
    const note = log.note('next_action', 0);
    const discarded = note.kind === 'parsed' ? note.discarded : [];
    const texts = discarded.map(({ line, kind, reason }) => `${line}: ${kind}: ${reason}`);
    return { action: action === null ? null : actionText(action), discarded: texts };
  }

  test.each([
    [
      'an action below a thought',
      'I should move(fridge1) before I open it.\nRobot action: move(fridge1)',
      ['1: malformed: move: a call in the middle of a sentence'],
    ],
    [
      'the first action of several, on other lines or the same',
      'move(fridge1)\nopen(fridge1)\npickup(milk1), close(fridge1)',
      ['2: not_asked: open', '3: not_asked: pickup', '3: not_asked: close'].map((text) => `${text}${ONLY_ONE}`),
    ],
    [
      'no feedback that the model made up',
      'move(fridge1)\nSuccess: True\nRobot action: pickup(milk1)',
      ['2: prose: holds no call', `3: not_asked: pickup${ONLY_ONE}`],
    ],
    ['the next action after a malformed one', 'move(\nmove(fridge1)', [expect.stringMatching('^1: malformed: move: ')]],
  ])('takes %s', (_, reply, discarded) => expect(read(reply)).toEqual({ action: 'move(fridge1)', discarded }));

  test.each(['', 'The task is done.', 'stop', 'Robot action: done()', 'move()', `move(${'x'.repeat(201)})`])(
    'finds no action in %j',
    (reply) =>
      expect(read(reply)).toEqual({ action: null, discarded: Array(reply === '' ? 0 : 1).fill(expect.any(String)) }),
  );
});

/** A token a character; the fixed part is `[` and `]`. */
const byLength = async (text: string) => text.length;
const bracketed = (window: readonly Turn[]) => `[${window.map(({ text }) => text).join('')}]`;
const turnsOf = (...texts: string[]) => texts.map((text) => ({ text, tokens: text.length }));

function windowed(turns: readonly Turn[], turnsMax: number, tokensMax: number) {
  return promptInWindow(turns, bracketed, { turnsMax, tokensMax, countTokens: byLength });
}

describe('promptInWindow()', () => {
  const turns = turnsOf('aaaa', 'bb', 'ccc');

  test.each([
    ['shows all that fit', 10, 11, '[aaaabbccc]'],
    ['drops the oldest, whole, for one token', 10, 10, '[bbccc]'],
    ['shows the newest alone, whatever the room', 1, 100, '[ccc]'],
    ['sends the fixed part even if it is too long', 10, 1, '[]'],
  ])('%s', async (_, turnsMax, tokensMax, prompt) => expect(await windowed(turns, turnsMax, tokensMax)).toBe(prompt));

  test('counts a prompt once where all fits, twice where the counts of the turns add up, and none that could not fit', async () => {
    const many = turnsOf(...Array<string>(100).fill('12345'));
    const counted: string[] = [];
    const countTokens = (text: string) => byLength(counted[counted.push(text) - 1] ?? '');
    await promptInWindow(many, bracketed, { turnsMax: 100, tokensMax: 502, countTokens });
    expect(counted).toHaveLength(1);
    await promptInWindow(many, bracketed, { turnsMax: 100, tokensMax: 100, countTokens });
    expect(counted.map((text) => text.length)).toEqual([502, 102, 97]);
  });
});

describe('the window of promptInWindow()', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 20 });
  const limits = fc.record({ turnsMax: fc.nat(25), tokensMax: fc.nat(200) });
  /** Exact; joins at seams; counts less for parts than for the whole; arbitrary. */
  const tokenizer = fc.constantFrom(
    byLength,
    async (text: string) => Math.ceil(text.length / 4),
    async (text: string) => text.length + Math.floor(text.length / 7),
    async (text: string) => (text.charCodeAt(0) * 31 + text.length * 17) % 300,
  );

  test('is the newest turns, whole, no more than allowed, and within the budget', async () => {
    const setting = fc.record({ texts, limits, countTokens: tokenizer, fixed: fc.nat(60) });
    await fc.assert(
      fc.asyncProperty(setting, async ({ texts, limits, countTokens, fixed }) => {
        const turns = await Promise.all(texts.map(async (text) => ({ text, tokens: await countTokens(text) })));
        const windows = new Map<string, readonly Turn[]>();
        const render = (window: readonly Turn[]) => {
          const prompt = `${'f'.repeat(fixed)}${window.map(({ text }) => text).join('\n')}`;
          windows.set(prompt, window);
          return prompt;
        };
        const prompt = await promptInWindow(turns, render, { ...limits, countTokens });
        const window = windows.get(prompt) ?? [];
        expect(window).toEqual(turns.slice(turns.length - window.length));
        expect(window.length).toBeLessThanOrEqual(limits.turnsMax);
        if (window.length > 0) expect(await countTokens(prompt)).toBeLessThanOrEqual(limits.tokensMax);
      }),
    );
  });

  test('is as large as it can be where counts add up, as the obvious search finds it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, limits, async (texts, limits) => {
        const turns = turnsOf(...texts);
        let best = 0;
        for (let size = 0; size <= Math.min(limits.turnsMax, turns.length); size++) {
          if (bracketed(turns.slice(turns.length - size)).length <= limits.tokensMax) best = size;
        }
        const prompt = bracketed(turns.slice(turns.length - best));
        expect(await windowed(turns, limits.turnsMax, limits.tokensMax)).toBe(prompt);
      }),
    );
  });
});
