import { describe, expect, test } from 'vitest';
import { householdPlayer, inKitchen, placed } from '../testing/household_play.ts';
import { refusesOptions, shippedContract } from '../testing/shipped_prompts.ts';
import { llmState } from './llm_state.ts';
import { golden, observationFrom } from './testing/paper_listings.ts';

const fridge = placed('fridge1 IN kitchen1');
const kitchen = inKitchen({ objects: [fridge], containers: [fridge], closeTo: ['fridge1'] });
const open = { ...kitchen, objects: [fridge, placed('milk1 IN fridge1')] };

const getTheMilk = householdPlayer(llmState, { instruction: 'get the milk', observation: kitchen });

/** The block of a prompt between `start` and `end` markers. */
function block(prompt: string | undefined, name: string): string | undefined {
  return prompt?.split(`******** ${name} start ********\n`)[1]?.split(`\n******** ${name} end ********`)[0];
}

const script = {
  attention: ['add_related_objects("fridge1")', 'add_related_objects("milk1")', ''],
  state_estimator: [
    'update_reasoning("Nothing done yet.")\nupdate_state("fridge1", "closed")',
    'update_reasoning("The fridge is open.")\nupdate_state("fridge1", "open")',
    'update_reasoning("The milk is out of reach.")\nupdate_state("milk1", "in_fridge")',
  ],
  policy: ['1. open(fridge1)', '1. pickup(milk1)\n2. close(fridge1)', '1. move(milk1)'],
};
const played = { outcomes: [true, false].map((ok) => [ok, open] as const) };

describe('llmState.plan() goes round Algorithm 1', () => {
  const states = (prompts: readonly string[]) => prompts.map((prompt) => block(prompt, 'current state'));

  test("attends, estimates and decides, acts to the plan's end or first failure, and begins again", async () => {
    const { asked, did, promptsFor } = await getTheMilk(script, played);
    const round = ['attention', 'state_estimator', 'policy'];
    expect(asked).toEqual([...round, ...round, ...round]);
    expect(did).toEqual(['open fridge1', 'pickup milk1']);
    for (const purpose of ['attention', 'policy']) {
      const knowsMilk = promptsFor(purpose).map((prompt) => prompt.includes("'milk1 IN fridge1'"));
      expect(knowsMilk).toEqual([false, true, true]);
    }
    const histories = [
      '[]',
      `["['open', 'fridge1'](Success)"]`,
      `["['open', 'fridge1'](Success)", "['pickup', 'milk1'](Fail)"]`,
    ];
    expect(promptsFor('state_estimator').map((prompt) => block(prompt, 'robot actions'))).toEqual(histories);
    expect(promptsFor('policy').map((prompt) => block(prompt, 'history actions'))).toEqual(histories);
  });

  test('keeps key objects, and estimates attributes and summary anew', async () => {
    const { promptsFor } = await getTheMilk(script, played);
    expect(states(promptsFor('attention'))).toEqual(['', 'fridge1: []\n', 'fridge1: []\nmilk1: []\n']);
    expect(states(promptsFor('policy'))).toEqual([
      'fridge1: closed\n\n\nReasoning: Nothing done yet.',
      'fridge1: open\nmilk1: []\n\n\nReasoning: The fridge is open.',
      'fridge1: []\nmilk1: in_fridge\n\n\nReasoning: The milk is out of reach.',
    ]);
  });

  test('attributes: carried shows earlier attributes, and keeps them until the estimate says otherwise', async () => {
    const { promptsFor } = await getTheMilk(script, { ...played, options: { attributes: 'carried' } });
    expect(states(promptsFor('attention'))).toEqual(['', 'fridge1: closed\n', 'fridge1: open\nmilk1: []\n']);
    const last = 'fridge1: open\nmilk1: in_fridge\n\n\nReasoning: The milk is out of reach.';
    expect(states(promptsFor('policy'))[2]).toBe(last);
  });

  test('notes how it reads each reply, and what it believes', async () => {
    const { notes } = await getTheMilk({
      attention: 'Sure!\nadd_related_objects("fridge1")\nadd_related_objects("milk1")',
      state_estimator: 'update_state("fridge1", "closed")\nupdate_state("oven1", "hot")',
      policy: '1. open(fridge1)\n2. drink(milk1)',
    });
    const keyObjects = [
      { name: 'fridge1', attributes: ['closed'] },
      { name: 'milk1', attributes: [] },
    ];
    const noted = { kind: 'parsed', accepted: 1, remarks: [] };
    expect(notes).toEqual([
      {
        ...{ ...noted, purpose: 'attention', accepted: 2, discardedCounts: { prose: 1 } },
        discarded: [{ line: 1, kind: 'prose', text: 'Sure!', reason: 'holds no call' }],
        remarks: ['not in the observation: "milk1"'],
      },
      {
        ...{ ...noted, purpose: 'state_estimator', discardedCounts: { not_asked: 1 } },
        discarded: [expect.objectContaining({ line: 2, reason: 'update_state: not a key object' })],
      },
      { kind: 'belief', belief: { keyObjects, reasoning: null } },
      {
        ...{ ...noted, purpose: 'policy', discardedCounts: { unknown_function: 1 } },
        discarded: [expect.objectContaining({ line: 2, text: '2. drink(milk1)' })],
      },
    ]);
  });
});

describe('llmState.plan() begins in the middle', () => {
  test('with the past and the key objects that the task hands over', async () => {
    const past = [{ action: { verb: 'open', args: ['fridge1'] }, ok: true }];
    const { prompts } = await getTheMilk(script, { past, memory: { keyObjects: ['oven1', 'fridge1'] } });
    expect(block(prompts[0], 'current state')).toBe('oven1: []\nfridge1: []\n');
    expect(block(prompts[2], 'history actions')).toBe(`["['open', 'fridge1'](Success)"]`);
  });

  test.each([
    [null, 'memory: Invalid input'],
    [['fridge1'], 'memory: Invalid input'],
    [{}, 'keyObjects: Invalid input'],
    [{ keyObjects: ['a', 7] }, 'keyObjects.1: Invalid input: expected string'],
    [{ keyObjects: [], reasoning: '' }, 'memory: Unrecognized key: "reasoning"'],
  ])('but not with a memory that is not its own: %j', async (memory, problem) => {
    expect(llmState.memory?.safeParse(memory).success).toBe(false);
    await expect(getTheMilk(script, { memory })).rejects.toThrow(
      `Cannot use the memory of planner "llm_state": ${problem}`,
    );
  });
});

describe('llmState.plan() gives up', () => {
  const nothing = (rounds: number) => ({
    attention: Array(rounds).fill(''),
    state_estimator: Array(rounds).fill(''),
    policy: Array(rounds).fill('I am done.'),
  });

  test('after five empty plans in a row, or as many as the option says, counted anew after a plan', async () => {
    const { asked, did } = await getTheMilk(nothing(5), played);
    expect(did).toEqual(['stop: empty_plans']);
    expect(asked).toHaveLength(15);
    const two = await getTheMilk(nothing(2), { options: { emptyPlansMax: 2 } });
    expect(two.asked).toHaveLength(6);
    const policy = ['', '', '', '', '1. wait()', '', '', '', '', ''];
    const later = await getTheMilk({ ...nothing(10), policy }, played);
    expect(later.did).toEqual(['wait', 'stop: empty_plans']);
    expect(later.asked).toHaveLength(30);
  });
});

describe('the ablations and options of llmState', () => {
  test('states: false asks the Policy alone', async () => {
    const { asked, did, notes, prompts } = await getTheMilk(script, { ...played, options: { states: false } });
    expect(asked).toEqual(['policy', 'policy', 'policy']);
    expect(did).toEqual(['open fridge1', 'pickup milk1']);
    expect(notes.map(({ kind }) => kind)).toEqual(['parsed', 'parsed', 'parsed']);
    for (const prompt of prompts) expect(block(prompt, 'current state')).toBeUndefined();
  });

  test('summary: false keeps attributes alone, and discards a summary', async () => {
    const { asked, notes, prompts } = await getTheMilk(script, { options: { summary: false } });
    expect(asked).toEqual(['attention', 'state_estimator', 'policy']);
    expect(block(prompts[2], 'current state')).toBe('fridge1: closed');
    expect(notes[1]).toMatchObject({ accepted: 1, discarded: [{ line: 1 }] });
  });

  test('objects: false keeps the summary alone, without Attention', async () => {
    const options = { objects: false };
    const { asked, notes, prompts } = await getTheMilk(script, { options, memory: { keyObjects: ['fridge1'] } });
    expect(asked).toEqual(['state_estimator', 'policy']);
    expect(block(prompts[0], 'current state')).toBeUndefined();
    expect(block(prompts[1], 'current state')).toBe('Reasoning: Nothing done yet.');
    expect(notes[0]).toMatchObject({ accepted: 1, discarded: [{ line: 2 }] });
  });

  test('update: every_action goes round the loop after each action of a plan', async () => {
    const policy = ['1. open(fridge1)\n2. close(fridge1)', '1. wait()\n2. wait()', '1. wait()'];
    const setting = { options: { update: 'every_action' }, outcomes: Array(2).fill([true, open]) };
    const { asked, did } = await getTheMilk({ ...script, policy }, setting);
    expect(did).toEqual(['open fridge1', 'wait']);
    expect(asked).toHaveLength(9);
  });

  test('temperature reaches every request', async () => {
    const { requests } = await getTheMilk(script, { options: { temperature: 0.5 } });
    expect(requests.map(({ options }) => options.temperature)).toEqual([0.5, 0.5, 0.5]);
  });
});

const HUGE = 'x'.repeat(1_000_000);
const MANY_NAMES = Array.from({ length: 10_000 }, (_, index) => `add_related_objects("thing ${index}")`);

shippedContract(llmState, {
  observation: observationFrom(golden('attention.txt')),
  replies: {
    attention: [golden('attention_reply.txt')],
    state_estimator: [golden('state_estimator_reply.txt')],
    policy: [golden('policy_reply.txt'), '1. wait()'],
  },
  hugeReplies: {
    attention: [`add_related_objects("${HUGE}")`, MANY_NAMES.join('\n')],
    state_estimator: [
      `update_reasoning("${HUGE}")`,
      `update_state("lightswitch1", "${HUGE}")`,
      `update_state("lightswitch1", "${'x'.repeat(999)}")\n`.repeat(999),
    ],
    policy: [`1. wait()\n2. move("${HUGE}")`, '1. wait()\n'.repeat(10_000)],
  },
  start: { past: [{ action: { verb: 'wait', args: [] }, ok: true }], memory: { keyObjects: ['lightswitch1'] } },
  variants: [
    ...[{ states: false }, { summary: false }, { objects: false }, { update: 'every_action' as const }],
    ...[{ attributes: 'carried' as const }, { observation: 'full' as const }, { history: false }],
    ...[{ reasoning: 'start' as const }, { hands: 1 as const }, { emptyPlansMax: 2 }, { temperature: 1 }],
  ],
});

test('llmState.options refuse a state that would hold nothing', () => {
  expect(llmState.options.safeParse({ summary: false, objects: false }).error?.issues[0]?.message).toBe(
    'a state without summary and objects is empty; set states: false',
  );
  expect(llmState.options.safeParse({ states: false, summary: false, objects: false }).success).toBe(true);
});

refusesOptions(llmState, [
  { emptyPlansMax: 0 },
  { emptyPlansMax: 1.5 },
  { temperature: -1 },
  { hands: 3 },
  { update: '' },
]);
