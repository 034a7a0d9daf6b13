import { describe, expect, it, test } from 'vitest';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { plannerContract } from '../kit/planner_contract.ts';
import type { PastAction } from '../planner.ts';
import { answering, playScript } from '../testing/play_script.ts';
import { shippedPromptFiles } from '../testing/shipped_prompts.ts';
import { llmState } from './llm_state.ts';
import { HUGE_REPLIES } from './testing/huge_replies.ts';
import { golden, observationFrom } from './testing/paper_listings.ts';

const kitchen: HouseholdObservation = {
  world: 'household',
  objects: [{ name: 'fridge1', relation: 'IN', place: 'kitchen1' }],
  containers: [{ name: 'fridge1', relation: 'IN', place: 'kitchen1' }],
  surfaces: [],
  rooms: ['kitchen1'],
  holding: [],
  closeTo: ['fridge1'],
  room: 'kitchen1',
};
const milk = { name: 'milk1', relation: 'IN', place: 'fridge1' } as const;
const open: HouseholdObservation = { ...kitchen, objects: [...kitchen.objects, milk] };

type Setting = {
  readonly options?: Record<string, unknown>;
  readonly past?: readonly PastAction[];
  readonly memory?: unknown;
  /** What the world says to each action; then the episode is over. */
  readonly outcomes?: readonly (readonly [ok: boolean, observation: HouseholdObservation])[];
};

/** Plays "get the milk" by a script; tells what the planner asked, did and noted. */
async function getTheMilk(script: Record<string, string[]>, setting: Setting = {}) {
  const { options = {}, past = [], outcomes = [], ...memory } = setting;
  const { requests, ...played } = await playScript(
    [llmState, options],
    { script, given: { instruction: 'get the milk', observation: kitchen, past, ...memory } },
    answering(outcomes),
  );
  const asked = requests.map(({ options: { purpose } }) => purpose);
  const prompts = (purpose: string) =>
    requests
      .filter(({ options: asking }) => asking.purpose === purpose)
      .map(({ messages }) => messages[0]?.content ?? '');
  return { ...played, requests, asked, prompts };
}

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
const outcomes: Setting['outcomes'] = [
  [true, open],
  [false, open],
];

describe('llmState.plan() goes round Algorithm 1', () => {
  test("it attends, estimates and decides, acts to the plan's end or first failure, and begins again", async () => {
    const { asked, did } = await getTheMilk(script, { outcomes });
    const round = ['attention', 'state_estimator', 'policy'];
    expect(asked).toEqual([...round, ...round, ...round]);
    expect(did).toEqual(['open fridge1', 'pickup milk1']);
  });

  test('each prompt speaks of the latest observation', async () => {
    const { prompts } = await getTheMilk(script, { outcomes });
    expect(prompts('attention').map((prompt) => prompt.includes("'milk1 IN fridge1'"))).toEqual([false, true, true]);
    expect(prompts('policy').map((prompt) => prompt.includes("'milk1 IN fridge1'"))).toEqual([false, true, true]);
  });

  test('the history is empty at first, and then holds every action with its success', async () => {
    const { prompts } = await getTheMilk(script, { outcomes });
    const histories = [
      '[]',
      `["['open', 'fridge1'](Success)"]`,
      `["['open', 'fridge1'](Success)", "['pickup', 'milk1'](Fail)"]`,
    ];
    expect(prompts('state_estimator').map((prompt) => block(prompt, 'robot actions'))).toEqual(histories);
    expect(prompts('policy').map((prompt) => block(prompt, 'history actions'))).toEqual(histories);
  });

  test('key objects only grow; attributes and summary are estimated anew each time', async () => {
    const { prompts } = await getTheMilk(script, { outcomes });
    expect(prompts('attention').map((prompt) => block(prompt, 'current state'))).toEqual([
      '',
      'fridge1: []\n',
      'fridge1: []\nmilk1: []\n',
    ]);
    expect(prompts('policy').map((prompt) => block(prompt, 'current state'))).toEqual([
      'fridge1: closed\n\n\nReasoning: Nothing done yet.',
      'fridge1: open\nmilk1: []\n\n\nReasoning: The fridge is open.',
      'fridge1: []\nmilk1: in_fridge\n\n\nReasoning: The milk is out of reach.',
    ]);
  });

  test('the trace hears how each reply was read, and what is believed', async () => {
    const { notes } = await getTheMilk(
      {
        attention: ['Sure!\nadd_related_objects("fridge1")\nadd_related_objects("milk1")'],
        state_estimator: ['update_state("fridge1", "closed")\nupdate_state("oven1", "hot")'],
        policy: ['1. open(fridge1)\n2. drink(milk1)'],
      },
      {},
    );
    const noted = { kind: 'parsed', accepted: 1, remarks: [] };
    expect(notes).toEqual([
      {
        ...noted,
        purpose: 'attention',
        accepted: 2,
        discardedCounts: { prose: 1 },
        discarded: [{ line: 1, kind: 'prose', text: 'Sure!', reason: 'holds no call' }],
        remarks: ['not in the observation: "milk1"'],
      },
      {
        ...noted,
        purpose: 'state_estimator',
        discardedCounts: { not_asked: 1 },
        discarded: [expect.objectContaining({ line: 2, reason: 'update_state: not a key object' })],
      },
      {
        kind: 'belief',
        belief: {
          keyObjects: [
            { name: 'fridge1', attributes: ['closed'] },
            { name: 'milk1', attributes: [] },
          ],
          reasoning: null,
        },
      },
      {
        ...noted,
        purpose: 'policy',
        discardedCounts: { unknown_function: 1 },
        discarded: [expect.objectContaining({ line: 2, text: '2. drink(milk1)' })],
      },
    ]);
  });
});

describe('llmState.plan() begins in the middle', () => {
  test('with the past and the key objects that the task hands over', async () => {
    const past = [{ action: { verb: 'open', args: ['fridge1'] }, ok: true }];
    const { prompts } = await getTheMilk(script, { past, memory: { keyObjects: ['oven1', 'fridge1'] } });
    expect(block(prompts('attention')[0], 'current state')).toBe('oven1: []\nfridge1: []\n');
    expect(block(prompts('policy')[0], 'history actions')).toBe(`["['open', 'fridge1'](Success)"]`);
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

  test('after five empty plans in a row', async () => {
    const { asked, did } = await getTheMilk(nothing(5), { outcomes });
    expect(did).toEqual(['stop: empty_plans']);
    expect(asked).toHaveLength(15);
  });

  test('after as many as the option says', async () => {
    const { asked } = await getTheMilk(nothing(2), { outcomes, options: { emptyPlansMax: 2 } });
    expect(asked).toHaveLength(6);
  });

  test('but counts again from zero after a plan', async () => {
    const policy = ['', '', '', '', '1. wait()', '', '', '', '', ''];
    const { asked, did } = await getTheMilk({ ...nothing(10), policy }, { outcomes });
    expect(did).toEqual(['wait', 'stop: empty_plans']);
    expect(asked).toHaveLength(30);
  });
});

describe('the ablations and options of llmState', () => {
  test('states: false asks the Policy alone', async () => {
    const { asked, did, notes, prompts } = await getTheMilk(script, { outcomes, options: { states: false } });
    expect(asked).toEqual(['policy', 'policy', 'policy']);
    expect(did).toEqual(['open fridge1', 'pickup milk1']);
    expect(notes.map(({ kind }) => kind)).toEqual(['parsed', 'parsed', 'parsed']);
    expect(prompts('policy').map((prompt) => block(prompt, 'current state'))).toEqual(Array(3).fill(undefined));
  });

  test('summary: false keeps attributes alone; a summary given all the same is discarded', async () => {
    const { asked, notes, prompts } = await getTheMilk(script, { options: { summary: false } });
    expect(asked).toEqual(['attention', 'state_estimator', 'policy']);
    expect(block(prompts('policy')[0], 'current state')).toBe('fridge1: closed');
    expect(notes[1]).toMatchObject({ accepted: 1, discarded: [{ line: 1 }] });
  });

  test('objects: false keeps the summary alone and asks for no attention', async () => {
    const options = { objects: false };
    const { asked, notes, prompts } = await getTheMilk(script, { options, memory: { keyObjects: ['fridge1'] } });
    expect(asked).toEqual(['state_estimator', 'policy']);
    expect(block(prompts('state_estimator')[0], 'current state')).toBeUndefined();
    expect(block(prompts('policy')[0], 'current state')).toBe('Reasoning: Nothing done yet.');
    expect(notes[0]).toMatchObject({ accepted: 1, discarded: [{ line: 2 }] });
  });

  test('update: every_action goes round the loop after each action of a plan', async () => {
    const policy = ['1. open(fridge1)\n2. close(fridge1)', '1. wait()\n2. wait()', '1. wait()'];
    const { asked, did } = await getTheMilk(
      { ...script, policy },
      {
        options: { update: 'every_action' },
        outcomes: [
          [true, open],
          [true, open],
        ],
      },
    );
    expect(did).toEqual(['open fridge1', 'wait']);
    expect(asked).toHaveLength(9);
  });

  test('attributes: carried shows earlier attributes, and keeps them until the estimate says otherwise', async () => {
    const { prompts } = await getTheMilk(script, { outcomes, options: { attributes: 'carried' } });
    expect(prompts('attention').map((prompt) => block(prompt, 'current state'))).toEqual([
      '',
      'fridge1: closed\n',
      'fridge1: open\nmilk1: []\n',
    ]);
    expect(block(prompts('policy')[2], 'current state')).toBe(
      'fridge1: open\nmilk1: in_fridge\n\n\nReasoning: The milk is out of reach.',
    );
  });

  test('temperature is passed on', async () => {
    const { requests } = await getTheMilk(script, { options: { temperature: 0.5 } });
    expect(requests.map(({ options }) => options.temperature)).toEqual([0.5, 0.5, 0.5]);
  });
});

plannerContract(llmState, {
  describe,
  it,
  promptFiles: shippedPromptFiles(llmState),
  observation: observationFrom(golden('attention.txt')),
  replies: {
    attention: [golden('attention_reply.txt')],
    state_estimator: [golden('state_estimator_reply.txt')],
    policy: [golden('policy_reply.txt'), '1. wait()'],
  },
  hugeReplies: HUGE_REPLIES,
  start: { past: [{ action: { verb: 'wait', args: [] }, ok: true }], memory: { keyObjects: ['lightswitch1'] } },
  variants: [
    { states: false },
    { summary: false },
    { objects: false },
    { update: 'every_action' },
    { attributes: 'carried' },
    { observation: 'full' },
    { history: false },
    { reasoning: 'start' },
    { hands: 1 },
    { emptyPlansMax: 2 },
    { temperature: 1 },
  ],
});

test('llmState.options refuse a state that would hold nothing', () => {
  expect(llmState.options.safeParse({ summary: false, objects: false }).error?.issues[0]?.message).toBe(
    'a state without summary and objects is empty; set states: false',
  );
  expect(llmState.options.safeParse({ states: false, summary: false, objects: false }).success).toBe(true);
});

test.each([{ emptyPlansMax: 0 }, { emptyPlansMax: 1.5 }, { temperature: -1 }, { hands: 3 }, { update: 'never' }])(
  'llmState.options refuse %j',
  (options) => {
    expect(llmState.options.safeParse(options).success).toBe(false);
  },
);
