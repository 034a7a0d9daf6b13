import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../envs/env.ts';
import { anyText } from '../testing/arbitrary_text.ts';
import { householdPlayer, inKitchen, type Outcomes, placed } from '../testing/household_play.ts';
import { refusesOptions, shippedContract } from '../testing/shipped_prompts.ts';
import { progPrompt, taskName } from './progprompt.ts';

const fridge = placed('fridge1 IN kitchen1');
const kitchen = inKitchen({
  ...{ objects: [fridge], containers: [fridge], rooms: ['hallway1', 'kitchen1'], closeTo: ['fridge1'] },
});
const opened = { ...kitchen, objects: [fridge, placed('milk1 IN fridge1')] };
const held = { ...kitchen, holding: ['milk1'] };

const getTheMilk = householdPlayer(progPrompt, { instruction: 'Get the milk.', observation: kitchen });

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
const outcomes: Outcomes = [...[true, true, false].map((ok) => [ok, opened] as const), [true, held]];

const DONE = '# What was done so far in this house, for the task of the last function:\n';

describe('progPrompt.plan()', () => {
  test('writes a program, runs it to its end or first failure, and writes another', async () => {
    const { asked, did, requests } = await getTheMilk(script, { outcomes, options: { temperature: 0.5 } });
    expect(did).toEqual(['open fridge1', 'move milk1', 'pickup milk1', 'pickup milk1']);
    expect(asked).toEqual(['program', 'assertion', 'assertion', 'program', 'program']);
    for (const { messages, options } of requests) {
      expect([messages.map(({ role }) => role), options.temperature]).toEqual([['user'], 0.5]);
    }
  });

  test('shows what is known now, and all actions since step 0', async () => {
    const { prompts } = await getTheMilk(script, { outcomes });
    await expect(prompts[0]).toMatchFileSnapshot('golden/program.txt');
    await expect(prompts[1]).toMatchFileSnapshot('golden/assertion_without_actions.txt');
    await expect(prompts[2]).toMatchFileSnapshot('golden/assertion.txt');
    await expect(prompts[3]).toMatchFileSnapshot('golden/program_again.txt');
    expect(prompts[4]).toContain(
      `${DONE}# open('fridge1') succeeded\n# move('milk1') succeeded\n# pickup('milk1') failed\n# pickup('milk1') succeeded\n\n# Programs`,
    );
    expect(prompts[4]).toContain(
      "objects = ['hallway1', 'kitchen1', 'fridge1', 'milk1']\nroom = 'kitchen1'\nhands = ['milk1']\nclose_to = ['fridge1']\n",
    );
  });

  test('notes how it reads replies, and each judgement', async () => {
    const program = `Sure!\n${script.program[0]}\ndrink('milk')`;
    const { notes } = await getTheMilk({ program, assertion: 'True' });
    expect(notes).toMatchObject([
      { kind: 'parsed', purpose: 'program', accepted: 7, discardedCounts: { prose: 1, unknown_function: 1 } },
      { kind: 'parsed', purpose: 'assertion', accepted: 1 },
      { kind: 'belief', belief: { assertion: "'close' to 'fridge1'", judge: 'llm', holds: true } },
    ]);
  });

  test('leaves unknown names for the world to refuse', async () => {
    const { did } = await getTheMilk({ program: ["find('unicorn')", 'wait()'] }, { outcomes: [[false, kitchen]] });
    expect(did).toEqual(['move unicorn']);
  });

  test('adds to the past of a task that begins in the middle, and shows the latest of it', async () => {
    const past = [
      { action: { verb: 'wait', args: [] }, ok: true },
      { action: { verb: 'move', args: ['fridge1'] }, ok: true },
    ];
    const setting = { past, outcomes: outcomes.slice(0, 1), options: { resultsMax: 2 } };
    const { prompts } = await getTheMilk({ program: ['wait()', '# done', 'wait()'] }, setting);
    const moved = "# move('fridge1') succeeded\n";
    expect(prompts[0]).toContain(`${DONE}# wait() succeeded\n${moved}\n# Programs`);
    const latest = `${DONE}# (earlier actions left out: 1)\n${moved}# wait() succeeded\n\n# Programs`;
    for (const prompt of prompts.slice(1)) expect(prompt).toContain(latest);
  });

  test('keeps names of the instruction and of results on their lines', async () => {
    const past = [{ action: { verb: 'move', args: ["a')\ndef x():"] }, ok: false }];
    const { prompts } = await getTheMilk({ program: 'wait()' }, { past, instruction: 'a():\n\n{{objects}} b' });
    const lines = prompts[0]?.split('\n') ?? [];
    expect(lines).toContain(`# move("a')\\ndef x():") failed`);
    expect(lines.slice(-3)).toEqual(['# The program for this house:', '', 'def a_objects_b():']);
  });
});

describe('progPrompt.plan() gives up', () => {
  test.each([
    [['', '# done', 'No.', 'if x:\n  wait()', 'def f():'], []],
    [['', '', '', '', 'wait()', '', '', '', '', ''], ['wait']],
  ])('after five programs in a row without an action: %j', async (program, actions) => {
    const { asked, did } = await getTheMilk({ program }, { outcomes });
    expect(did).toEqual([...actions, 'stop: empty_programs']);
    expect(asked).toHaveLength(program.length);
  });

  test('after as many as the option says; a program whose asserts all pass does nothing either', async () => {
    const empty = 'assert(a in hands)\n else: wait()';
    const script = { program: [empty, empty], assertion: ['True', 'True'] };
    const { asked, did } = await getTheMilk(script, { options: { emptyProgramsMax: 2 } });
    expect(did).toEqual(['stop: empty_programs']);
    expect(asked).toEqual(['program', 'assertion', 'program', 'assertion']);
  });
});

describe('the options of progPrompt', () => {
  test('assertions: env asks the world as it is at that moment, and is privileged', async () => {
    let copies = 0;
    const model = () => {
      copies++;
      return { holds: (question: unknown) => JSON.stringify(question) === '{"near":["fridge1"]}' } as Model;
    };
    const options = { assertions: 'env' };
    const { asked, did } = await getTheMilk(script, { outcomes, options, model });
    expect(did).toEqual(['open fridge1', 'move milk1', 'pickup milk1', 'pickup milk1']);
    expect(asked).toEqual(['program', 'program', 'program']);
    expect(copies).toBe(2);
    expect(progPrompt.privileged(progPrompt.options.parse(options))).toBe(true);
    expect(progPrompt.privileged(progPrompt.options.parse({}))).toBe(false);
  });

  test('assertions: off skips asserts with their else lines, and shows none', async () => {
    const setting = { outcomes: outcomes.slice(0, 3), options: { assertions: 'off' } };
    const { asked, did, prompts } = await getTheMilk(script, setting);
    expect(did).toEqual(['open fridge1', 'close fridge1', 'pickup milk1']);
    expect(asked).toEqual(['program', 'program', 'program']);
    await expect(prompts[0]).toMatchFileSnapshot('golden/program_without_asserts.txt');
  });

  test.each([
    ['without_comments', { comments: false }],
    ['one_example', { examples: 1 }],
    ['no_examples', { examples: 0 }],
    ['one_hand', { hands: 1 }],
  ])('the prompt %s', async (name, options) => {
    const { prompts } = await getTheMilk({ program: 'wait()' }, { options });
    await expect(prompts[0]).toMatchFileSnapshot(`golden/program_${name}.txt`);
  });

  test('assertsMax bounds the calls of the model between actions', async () => {
    const program = [`${'assert(a in hands)\n else: find(b)\n'.repeat(99)}wait()`];
    const script = { program, assertion: ['True', 'True'] };
    const { asked, notes } = await getTheMilk(script, { options: { assertsMax: 2 } });
    expect(asked).toEqual(['program', 'assertion', 'assertion']);
    expect(notes[0]).toMatchObject({ discardedCounts: { too_much: 97, not_asked: 97 } });
  });
});

const HUGE = 'x'.repeat(1_000_000);

shippedContract(progPrompt, {
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
    ...[{ assertions: 'env' as const }, { assertions: 'off' as const }, { comments: false }, { examples: 0 }],
    ...[{ examples: 1 }, { hands: 1 as const }, { resultsMax: 0 }, { assertsMax: 0 }, { emptyProgramsMax: 2 }],
    { temperature: 1 },
  ],
  callsMax: 255,
});

test.each([
  ['Find a magazine, put it on a bed.', 'find_a_magazine_put_it_on_a_bed'],
  ['Make 3 toasts', 'make_3_toasts'],
  ['3 toasts!', 'task_3_toasts'],
  ['Öffne die Tür', 'öffne_die_tür'],
  ['…', 'task'],
  ['', 'task'],
])('taskName() makes %j a name', (instruction, name) => expect(taskName(instruction)).toBe(name));

test('taskName() makes any instruction a name on one line', () => {
  const name = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*$/u;
  fc.assert(fc.property(anyText, (instruction) => void expect(taskName(instruction)).toMatch(name)));
});

refusesOptions(progPrompt, [
  ...[{ assertions: 'never' }, { examples: 4 }, { examples: -1 }, { hands: 0 }, { assertsMax: 1e9 }],
  ...[{ resultsMax: 0.5 }, { emptyProgramsMax: 0 }, { temperature: 3 }, { no_such_option: true }],
]);
