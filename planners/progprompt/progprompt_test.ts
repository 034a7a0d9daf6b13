import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Model } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { plannerContract } from '../kit/planner_contract.ts';
import type { PastAction } from '../planner.ts';
import { answering, playScript } from '../testing/play_script.ts';
import { shippedPromptFiles } from '../testing/shipped_prompts.ts';
import { progPrompt, taskName } from './progprompt.ts';

const kitchen: HouseholdObservation = {
  world: 'household',
  objects: [{ name: 'fridge1', relation: 'IN', place: 'kitchen1' }],
  containers: [{ name: 'fridge1', relation: 'IN', place: 'kitchen1' }],
  surfaces: [],
  rooms: ['hallway1', 'kitchen1'],
  holding: [],
  closeTo: ['fridge1'],
  room: 'kitchen1',
};
const opened: HouseholdObservation = {
  ...kitchen,
  objects: [...kitchen.objects, { name: 'milk1', relation: 'IN', place: 'fridge1' }],
};
const held: HouseholdObservation = { ...kitchen, holding: ['milk1'] };

type Setting = {
  readonly options?: Record<string, unknown>;
  readonly past?: readonly PastAction[];
  readonly model?: () => Model;
  readonly instruction?: string;
  /** What the world says to each action; then the episode is over. */
  readonly outcomes?: readonly (readonly [ok: boolean, observation: HouseholdObservation])[];
};

/** Plays "get the milk" by a script; tells what the planner asked, did and noted. */
async function getTheMilk(script: Record<string, string[]>, setting: Setting = {}) {
  const { options = {}, past = [], outcomes = [], instruction = 'Get the milk.', ...given } = setting;
  const { requests, ...played } = await playScript(
    [progPrompt, options],
    { script, given: { instruction, observation: kitchen, past, ...given } },
    answering(outcomes),
  );
  const asked = requests.map(({ options: { purpose } }) => purpose);
  const prompted = requests.map(({ messages }) => messages.map(({ content }) => content).join());
  return { ...played, requests, asked, prompted };
}

const script = {
  program: [
    `    # 1: open the fridge
    assert('close' to 'fridge')
        else: find('fridge')
    open('fridge')
    # 2: take the milk
    assert('milk' in 'hands')
        else: find('milk')
        else: grab('milk')
    close('fridge')`,
    "def get_the_milk():\n\tgrab('milk')",
    'wait()',
  ],
  assertion: ['True', 'False'],
};
const outcomes: NonNullable<Setting['outcomes']> = [
  [true, opened],
  [true, opened],
  [false, opened],
  [true, held],
];

describe('progPrompt.plan()', () => {
  test('writes a program, runs it to its end or first failure, and writes another', async () => {
    const { asked, did } = await getTheMilk(script, { outcomes });
    expect(did).toEqual(['open fridge1', 'move milk1', 'pickup milk1', 'pickup milk1']);
    expect(asked).toEqual(['program', 'assertion', 'assertion', 'program', 'program']);
  });

  test('shows what is known now, and all that was done since step 0', async () => {
    const { prompted } = await getTheMilk(script, { outcomes });
    await expect(prompted[0]).toMatchFileSnapshot('golden/program.txt');
    await expect(prompted[1]).toMatchFileSnapshot('golden/assertion_without_actions.txt');
    await expect(prompted[2]).toMatchFileSnapshot('golden/assertion.txt');
    await expect(prompted[3]).toMatchFileSnapshot('golden/program_again.txt');
    expect(prompted[4]).toContain(
      "\n# What was done so far in this house, for the task of the last function:\n# open('fridge1') succeeded\n# move('milk1') succeeded\n# pickup('milk1') failed\n# pickup('milk1') succeeded\n\n# Programs from another house:\n",
    );
    expect(prompted[4]).toContain(
      "objects = ['hallway1', 'kitchen1', 'fridge1', 'milk1']\nroom = 'kitchen1'\nhands = ['milk1']\nclose_to = ['fridge1']\n",
    );
  });

  test('tells the trace how replies were read, and what was judged', async () => {
    const { notes } = await getTheMilk({
      program: [`Sure!\n${script.program[0]}\ndrink('milk')`],
      assertion: ['True'],
    });
    expect(notes).toMatchObject([
      { kind: 'parsed', purpose: 'program', accepted: 7, discardedCounts: { prose: 1, unknown_function: 1 } },
      { kind: 'parsed', purpose: 'assertion', accepted: 1 },
      { kind: 'belief', belief: { assertion: "'close' to 'fridge1'", judge: 'llm', holds: true } },
    ]);
  });

  test('goes on showing what was done after programs without an action, in messages of the user', async () => {
    const { prompted, requests } = await getTheMilk(
      { program: ['wait()', '# done', 'wait()'] },
      { outcomes: [[true, kitchen]] },
    );
    expect(prompted[2]).toContain(
      '\n# What was done so far in this house, for the task of the last function:\n# wait() succeeded\n',
    );
    expect(requests.flatMap(({ messages }) => messages.map(({ role }) => role))).toEqual(['user', 'user', 'user']);
  });

  test('passes on names that mean nothing, for the world to refuse', async () => {
    const { did } = await getTheMilk({ program: ["find('unicorn')", 'wait()'] }, { outcomes: [[false, kitchen]] });
    expect(did).toEqual(['move unicorn']);
  });

  test('shows the past of a task that begins in the middle, the latest of it', async () => {
    const past = [
      { action: { verb: 'wait', args: [] }, ok: true },
      { action: { verb: 'move', args: ['fridge1'] }, ok: true },
    ];
    const { prompted } = await getTheMilk({ program: ['wait()'] }, { past, options: { resultsMax: 1 } });
    const expected =
      "# What was done so far in this house, for the task of the last function:\n# (earlier actions left out: 1)\n# move('fridge1') succeeded\n\n# Programs";
    expect(prompted[0]).toContain(expected);
  });

  test('goes on from the past: what programs do is added to it', async () => {
    const past = [{ action: { verb: 'move', args: ['fridge1'] }, ok: true }];
    const { prompted } = await getTheMilk({ program: ['wait()', 'wait()'] }, { past, outcomes: [[true, kitchen]] });
    expect(prompted[1]).toContain(
      "# What was done so far in this house, for the task of the last function:\n# move('fridge1') succeeded\n# wait() succeeded\n\n# Programs",
    );
  });

  test('keeps names of the instruction and of results on their lines', async () => {
    const past = [{ action: { verb: 'move', args: ["a')\ndef x():"] }, ok: false }];
    const { prompted } = await getTheMilk({ program: ['wait()'] }, { past, instruction: 'a():\n\n{{objects}} b' });
    expect(prompted[0]?.split('\n')).toContain(`# move("a')\\ndef x():") failed`);
    expect(prompted[0]?.split('\n').slice(-3)).toEqual(['# The program for this house:', '', 'def a_objects_b():']);
  });
});

describe('progPrompt.plan() gives up', () => {
  test('after five programs in a row without an action', async () => {
    const { asked, did } = await getTheMilk({ program: ['', '# done', 'No.', 'if x:\n  wait()', 'def f():'] });
    expect(did).toEqual(['stop: empty_programs']);
    expect(asked).toHaveLength(5);
  });

  test('after as many as the option says; a program whose asserts all pass does nothing either', async () => {
    const empty = 'assert(a in hands)\n else: wait()';
    const script = { program: [empty, empty], assertion: ['True', 'True'] };
    const { asked, did } = await getTheMilk(script, { options: { emptyProgramsMax: 2 } });
    expect(did).toEqual(['stop: empty_programs']);
    expect(asked).toEqual(['program', 'assertion', 'program', 'assertion']);
  });

  test('but counts again from zero after an action', async () => {
    const { asked, did } = await getTheMilk({ program: ['', '', '', '', 'wait()', '', '', '', '', ''] }, { outcomes });
    expect(did).toEqual(['wait', 'stop: empty_programs']);
    expect(asked).toHaveLength(10);
  });
});

describe('the options of progPrompt', () => {
  test('assertions: env asks the world as it is at that moment, and is privileged', async () => {
    let steps = 0;
    const model = () =>
      ({ holds: (question: unknown) => JSON.stringify(question) === '{"near":["fridge1"]}' }) as Model;
    const counted = () => {
      steps++;
      return model();
    };
    const options = { assertions: 'env' };
    const { asked, did } = await getTheMilk(script, { outcomes, options, model: counted });
    expect(did).toEqual(['open fridge1', 'move milk1', 'pickup milk1', 'pickup milk1']);
    expect(asked).toEqual(['program', 'program', 'program']);
    expect(steps).toBe(2);
    expect(progPrompt.privileged(progPrompt.options.parse(options))).toBe(true);
    expect(progPrompt.privileged(progPrompt.options.parse({}))).toBe(false);
  });

  test('assertions: off skips asserts with their else lines, and shows none', async () => {
    const setting = { outcomes: outcomes.slice(0, 3), options: { assertions: 'off' } };
    const { asked, did, prompted } = await getTheMilk(script, setting);
    expect(did).toEqual(['open fridge1', 'close fridge1', 'pickup milk1']);
    expect(asked).toEqual(['program', 'program', 'program']);
    await expect(prompted[0]).toMatchFileSnapshot('golden/program_without_asserts.txt');
  });

  test.each([
    ['without_comments', { comments: false }],
    ['one_example', { examples: 1 }],
    ['no_examples', { examples: 0 }],
    ['one_hand', { hands: 1 }],
  ])('the prompt %s', async (name, options) => {
    const { prompted } = await getTheMilk({ program: ['wait()'] }, { options });
    await expect(prompted[0]).toMatchFileSnapshot(`golden/program_${name}.txt`);
  });

  test('assertsMax bounds the calls of the model between actions', async () => {
    const program = [`${'assert(a in hands)\n else: find(b)\n'.repeat(99)}wait()`];
    const script = { program, assertion: ['True', 'True'] };
    const { asked, notes } = await getTheMilk(script, { options: { assertsMax: 2 } });
    expect(asked).toEqual(['program', 'assertion', 'assertion']);
    expect(notes[0]).toMatchObject({ discardedCounts: { too_much: 97, not_asked: 97 } });
  });

  test('temperature is passed on', async () => {
    const { requests } = await getTheMilk(script, { options: { temperature: 0.5 }, outcomes });
    expect(requests.map(({ options }) => options.temperature)).toEqual(Array(5).fill(0.5));
  });
});

const HUGE = 'x'.repeat(1_000_000);

plannerContract(progPrompt, {
  describe,
  it,
  promptFiles: shippedPromptFiles(progPrompt),
  observation: opened,
  replies: { program: [...script.program, 'wait()'], assertion: ['True', 'False'] },
  hugeReplies: {
    program: [
      `wait()\nfind('${HUGE}')`,
      'wait()\n'.repeat(10_000),
      `wait()\nassert(${'a '.repeat(100_000)})`,
      `wait()\nassert('${HUGE}' in 'hands')`,
      `${"assert('fridge' is 'opened')\n\telse: open('fridge')\n".repeat(10_000)}wait()`,
    ],
    assertion: [HUGE],
  },
  start: {
    past: [{ action: { verb: 'wait', args: [] }, ok: true }],
    model: () => ({ holds: () => false }) as unknown as Model,
  },
  variants: [
    { assertions: 'env' },
    { assertions: 'off' },
    { comments: false },
    { examples: 0 },
    { examples: 1 },
    { hands: 1 },
    { resultsMax: 0 },
    { assertsMax: 0 },
    { emptyProgramsMax: 2 },
    { temperature: 1 },
  ],
  // Five empty programs of fifty asserts each.
  callsMax: 255,
});

test.each([
  ['Find a magazine, put it on a bed.', 'find_a_magazine_put_it_on_a_bed'],
  ['Make 3 toasts', 'make_3_toasts'],
  ['3 toasts!', 'task_3_toasts'],
  ['Öffne die Tür', 'öffne_die_tür'],
  ['…', 'task'],
  ['', 'task'],
])('taskName() makes %j a name', (instruction, name) => {
  expect(taskName(instruction)).toBe(name);
});

test('taskName() makes any instruction a name on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (instruction) => {
      expect(taskName(instruction)).toMatch(/^[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*$/u);
    }),
  );
});

test.each([
  { assertions: 'never' },
  { examples: 4 },
  { examples: -1 },
  { hands: 0 },
  { assertsMax: 1e9 },
  { resultsMax: 0.5 },
  { emptyProgramsMax: 0 },
  { temperature: 3 },
  { no_such_option: true },
])('progPrompt.options refuse %j', (options) => {
  expect(progPrompt.options.safeParse(options).success).toBe(false);
});
