import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { plannerContract } from '../planner_contract.ts';
import { shippedPromptFiles } from '../shipped_prompts.ts';
import { innerMonologue } from './inner_monologue.ts';
import { atTheTable, getTheMilk, OUTCOMES, REPLIES } from './milk_episode.ts';
import { readAction } from './read_action.ts';

/** What a prompt shows of the episode, examples aside: its task line and below, up to the observation. */
function monologue(prompt: string | undefined): string | undefined {
  return prompt?.split('\n\n').find((part) => part.includes('Task: Get the milk.'));
}

const FIRST_SHORT = "Robot action: open(fridge1)\nSuccess: False\nScene: in kitchen1, holding [], close to ['table1']";
const SECOND_SHORT = "Robot action: move(fridge1)\nSuccess: True\nScene: in kitchen1, holding [], close to ['fridge1']";
const LISTS =
  "Object List: ['fridge1 IN kitchen1']\nContainer List: ['fridge1 IN kitchen1']\nSurface List: ['table1 IN kitchen1']";
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
    expect(prompts.slice(0, 3).map(monologue)).toEqual([
      'Task: Get the milk.',
      `Task: Get the milk.\n${FIRST}`,
      `Task: Get the milk.\n${FIRST}\n${SECOND}`,
    ]);
    for (const prompt of prompts) expect(prompt).not.toContain('left out');
  });

  test('scene: short leaves the lists of the past out, not those of the present', async () => {
    const { prompts } = await getTheMilk(REPLIES, { options: { scene: 'short' } });
    expect(monologue(prompts[2])).toBe(`Task: Get the milk.\n${FIRST_SHORT}\n${SECOND_SHORT}`);
    expect(prompts[2]?.split(LISTS)).toHaveLength(2);
  });

  test('shows all of the latest observation', async () => {
    const { prompts } = await getTheMilk(REPLIES);
    const milkIsKnown = prompts.map((prompt) =>
      prompt.includes("\nNow:\nObject List: ['fridge1 IN kitchen1', 'milk1 IN fridge1']"),
    );
    expect(milkIsKnown).toEqual([false, false, false, true, false]);
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
    expect(monologue(prompts[1])).toBe(`Task: Get the milk.\n${FIRST}`);
    expect(monologue(prompts[2])).toBe(`Task: Get the milk.\n(Earlier actions are left out.)\n${SECOND}`);
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
    expect(monologue(prompts[2])).toBe(`Task: Get the milk.\n(Earlier actions are left out.)\n${SECOND}`);
    for (const prompt of prompts) expect(prompt.length).toBeLessThan(needed);
  });

  test('and sends the rest even where that alone is too long', async () => {
    const { did, prompts } = await getTheMilk(REPLIES, { options: { tokensMax: 500 } });
    expect(did).toHaveLength(4);
    expect(monologue(prompts[4])).toBe('Task: Get the milk.\n(Earlier actions are left out.)');
  });
});

describe('innerMonologue.plan() on replies without an action', () => {
  test('asks again and says so, in other words each time, at no cost of steps', async () => {
    const { did, prompts } = await getTheMilk(['Hm.', 'done()', ...REPLIES]);
    expect(did).toHaveLength(4);
    expect(
      prompts.slice(0, 4).map((prompt) => /No action could be read.*\((\d+) in a row\)/.exec(prompt)?.[1]),
    ).toEqual([undefined, '1', '2', undefined]);
    expect(monologue(prompts[3])).toBe(`Task: Get the milk.\n${FIRST}`);
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
    const known = 'Robot action: move(table1)\nSuccess: True\nScene: not known';
    expect(monologue(prompts[0])).toBe(`Task: Get the milk.\n${known}\n${FIRST}`);
    const { prompts: narrow } = await getTheMilk(REPLIES, { past, options: { triplesMax: 1 } });
    expect(monologue(narrow[0])).toBe(`Task: Get the milk.\n(Earlier actions are left out.)\n${FIRST}`);
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

  test('show examples in the form of the triples, of actions that the reader takes', () => {
    const text = shippedPromptFiles(innerMonologue).find(({ prompt }) => prompt === 'next_action')?.text ?? '';
    const examples = text.split('\n\n').filter((part) => /^Task: [^{]/.test(part));
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      expect(`${example}\n`).toMatch(
        /^Task: .*\n(Robot action: .*\nSuccess: (True|False)\nScene: in \w+, holding \[.*\], close to \[.*\]\n\{\{#scene_full\}\}\nObject List: \[.*\]\nContainer List: \[.*\]\nSurface List: \[.*\]\n\{\{\/scene_full\}\}\n)+$/,
      );
      for (const [line] of example.matchAll(/^Robot action: .*$/gm)) {
        expect(readAction(line, new ParseLog()), line).not.toBeNull();
      }
    }
  });
});

const HUGE = 'x'.repeat(1_000_000);

plannerContract(innerMonologue, {
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
