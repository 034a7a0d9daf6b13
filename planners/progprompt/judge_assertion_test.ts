import { describe, expect, test } from 'vitest';
import type { Model } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { scriptedLlm } from '../kit/scripted_llm.ts';
import type { PastAction, PlannerNote, Start } from '../planner.ts';
import { inKitchen, placed } from '../testing/household_play.ts';
import { shippedPrompts } from '../testing/shipped_prompts.ts';
import { judgeOf, type Knowledge, knownNames, readJudgement, resolveName } from './judge_assertion.ts';
import { progPrompt } from './progprompt.ts';
import type { Condition } from './program.ts';

const fridge = placed('fridge1 IN kitchen1');
const observation = inKitchen({
  ...{ objects: [placed('mug1 ON desk1')], containers: [fridge], surfaces: [fridge] },
  ...{ rooms: ['kitchen1', 'study1'], closeTo: ['fridge1'] },
});
const history = [
  { action: { verb: 'move', args: ['fridge1'] }, ok: true },
  { action: { verb: 'open', args: ['mug1'] }, ok: false },
  { action: { verb: 'open', args: ['fridge1'] }, ok: true },
];
const isOpen = { form: 'is', object: 'fridge1', state: 'opened' } as const;

function court({ assertions, replies = [], model }: { assertions: string; replies?: string[]; model?: () => Model }) {
  const notes: PlannerNote[] = [];
  const llm = scriptedLlm({ assertion: replies });
  const start: Start<HouseholdObservation> = {
    ...{ instruction: 'do it', observation, past: [], seed: 1, llm, prompts: shippedPrompts(progPrompt) },
    note: (note) => notes.push(note),
    ...(model === undefined ? {} : { model }),
  };
  const judge = judgeOf(start, progPrompt.options.parse({ assertions, temperature: 0.5, resultsMax: 2 }));
  const holds = (condition: Condition, done: Knowledge['history'] = history) =>
    judge(condition, { observation, history: done });
  const prompts = () => llm.requests.map(({ messages }) => messages.map(({ content }) => content).join());
  return { holds, notes, prompts, requests: llm.requests };
}

describe('judgeOf() llm', () => {
  test('asks the model, which is shown what the robot knows of the thing, and notes what it says', async () => {
    const { holds, notes, prompts, requests } = court({ assertions: 'llm', replies: ['True', 'False'] });
    expect([await holds(isOpen), await holds(isOpen)]).toEqual([true, false]);
    expect(requests[0]?.options).toEqual({ purpose: 'assertion', temperature: 0.5 });
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(prompts()[0]?.split('\n\n').at(-1)).toBe(`Room: kitchen1
In hands: []
Close to the robot: ['fridge1']
Last known place: ['fridge1 IN kitchen1']
Actions with 'fridge1' so far (no others are shown):
# move('fridge1') succeeded
# open('fridge1') succeeded
assert('fridge1' is 'opened')`);
    const parsed = { kind: 'parsed', purpose: 'assertion', accepted: 1 };
    const belief = { assertion: "'fridge1' is 'opened'", judge: 'llm' };
    expect(notes).toMatchObject([
      { ...parsed, discarded: [] },
      { kind: 'belief', belief: { ...belief, holds: true } },
      parsed,
      { kind: 'belief', belief: { ...belief, holds: false } },
    ]);
  });

  test('shows nothing of a thing that it knows nothing of', async () => {
    const { holds, prompts } = court({ assertions: 'llm', replies: ['False'] });
    await holds({ form: 'in_hands', object: 'unicorn1' });
    expect(prompts()[0]?.endsWith("Last known place: []\nassert('unicorn1' in 'hands')")).toBe(true);
  });

  test('shows even one action on the thing, also where that is one thing of two', async () => {
    const { holds, prompts } = court({ assertions: 'llm', replies: ['False'] });
    const placed = { action: { verb: 'placein', args: ['mug1', 'fridge1'] }, ok: true };
    await holds({ form: 'in_hands', object: 'mug1' }, [placed]);
    expect(prompts()[0]?.split('Last known place: ').at(-1)).toBe(`['mug1 ON desk1']
Actions with 'mug1' so far (no others are shown):
# placein('mug1', 'fridge1') succeeded
assert('mug1' in 'hands')`);
  });

  test('shows the latest actions, whatever they are about, for a condition that it does not understand', async () => {
    const { holds, prompts } = court({ assertions: 'llm', replies: ['False'] });
    await holds({ form: 'other', text: "'mug1' in 'sink1'" });
    expect(prompts()[0]?.split('Last known place: []\n').at(-1)).toBe(`Actions so far:
# (earlier actions left out: 1)
# open('mug1') failed
# open('fridge1') succeeded
assert('mug1' in 'sink1')`);
  });

  test('takes what is neither True nor False for not holding, and discards it', async () => {
    const { holds, notes } = court({ assertions: 'llm', replies: ['Perhaps.'] });
    expect(await holds(isOpen)).toBe(false);
    const discarded = [{ line: 1, kind: 'malformed', text: 'Perhaps.', reason: 'not a plain True or False' }];
    expect(notes[0]).toMatchObject({ accepted: 0, discardedCounts: { malformed: 1 }, discarded });
  });
});

test.each([
  ...['True', ' true.', '"True"', 'The fridge is open, so: True', 'answer: true', 'Answer: **True**.'],
  ...['True. It is true, and has not been closed.', 'To note: a knot, nevertheless; true'],
])('readJudgement() of %j is true', (reply) => expect(readJudgement(reply)).toBe(true));

test.each(['False', '**FALSE**', 'assert is false', '_false_'])('readJudgement() of %j is false', (reply) => {
  expect(readJudgement(reply)).toBe(false);
});

test.each([
  ...['False. It is not True that it is open.', 'It is true to say that this is False', 'It is not true', 'Not True'],
  ...['I cannot say whether it is True or False.', "It isn't True", 'It isn’t false', 'I CANNOT call it True'],
  ...['Never true', 'True? That is not true.', 'untrue', 'true1', 'Truely', ''],
])('readJudgement() of %j is null', (reply) => expect(readJudgement(reply)).toBeNull());

test('readJudgement() of more than 20,000 characters is null', () => {
  expect(readJudgement(`True${' '.repeat(19_996)}`)).toBe(true);
  expect(readJudgement(`True${' '.repeat(19_997)}`)).toBe(null);
  for (const part of ['\0', 'Tru ', 'n’', 'true']) expect(readJudgement(part.repeat(5000))).toBe(null);
});

describe('judgeOf() env', () => {
  function modelWhere(truth: unknown) {
    const asked: unknown[] = [];
    const model = {
      holds(condition: unknown) {
        asked.push(condition);
        if (JSON.stringify(condition).includes('unicorn')) throw new Error('the house has no "unicorn1"');
        return JSON.stringify(condition) === JSON.stringify(truth);
      },
    } as Model;
    return { asked, model: () => model };
  }

  test.each<[Condition, unknown]>([
    [{ form: 'close_to', object: 'mug1' }, { near: ['mug1'] }],
    [{ form: 'in_hands', object: 'mug1' }, { held: ['mug1'] }],
    ...[
      ...['OPEN open', 'OPEN opened', 'CLOSED CLOSE', 'CLOSED closed'],
      ...['ON on', 'ON switchedon', 'OFF off', 'OFF Switched off'],
    ].map((pair): [Condition, unknown] => {
      const [state, ...words] = pair.split(' ');
      return [{ form: 'is', object: 'lamp1', state: words.join(' ') }, { state: ['lamp1', state] }];
    }),
  ])('asks the world whether %j', async (condition, question) => {
    const { asked, model } = modelWhere(question);
    const { holds, notes, requests } = court({ assertions: 'env', model });
    expect(await holds(condition)).toBe(true);
    expect([asked, requests]).toEqual([[question], []]);
    expect(notes).toMatchObject([{ kind: 'belief', belief: { judge: 'env', holds: true } }]);
  });

  test.each<Condition>([
    { form: 'is', object: 'mug1', state: 'clean' },
    { form: 'is', object: 'mug1', state: '__proto__' },
    { form: 'close_to', object: '?x' },
    { form: 'in_hands', object: 'Mug 1' },
    { form: 'other', text: "'mug1' in 'sink1'" },
  ])('does not ask whether %j, which does not hold', async (condition) => {
    const { asked, model } = modelWhere(null);
    const { holds, notes } = court({ assertions: 'env', model });
    expect(await holds(condition)).toBe(false);
    expect(asked).toEqual([]);
    expect(notes).toMatchObject([{ belief: { holds: false, problem: 'the world does not know this condition' } }]);
  });

  test('takes what the world cannot read for not holding', async () => {
    const { holds, notes } = court({ assertions: 'env', ...modelWhere(null) });
    expect(await holds({ form: 'close_to', object: 'unicorn1' })).toBe(false);
    expect(notes).toMatchObject([{ belief: { holds: false, problem: 'the house has no "unicorn1"' } }]);
  });

  test('takes the robot to be close to the room that it is in', async () => {
    const { asked, model } = modelWhere(null);
    const { holds, notes } = court({ assertions: 'env', model });
    expect(await holds({ form: 'close_to', object: 'kitchen1' })).toBe(true);
    expect(await holds({ form: 'close_to', object: 'study1' })).toBe(false);
    expect(asked).toEqual([]);
    expect(notes).toMatchObject([true, false].map((holds) => ({ belief: { judge: 'env', holds } })));
  });

  test('is refused where there is no model of the world', () => {
    expect(() => court({ assertions: 'env' })).toThrow(
      'planner "progprompt" has no model of it. Set assertions=llm, or use a world that can be copied',
    );
  });
});

test('judgeOf() off lets every assert pass, and asks nobody', async () => {
  const { holds, notes, requests } = court({ assertions: 'off' });
  expect(await holds(isOpen)).toBe(true);
  expect([notes, requests]).toEqual([[], []]);
});

describe('resolve name', () => {
  const observation = inKitchen({
    objects: ['mug10 ON shelf1', 'mug2 ON desk1', 'mug3 ON desk1'].map(placed),
    surfaces: [placed('desk1 IN study1')],
    ...{ rooms: ['hallway1', 'study1'], room: 'study1' },
  });

  function did(verb: string, name: string, ok = true): PastAction {
    return { action: { verb, args: [name] }, ok };
  }

  test('knownNames() lists rooms, what is seen, where it is, and what is held, each once', () => {
    const names = ['hallway1', 'study1', 'mug10', 'mug2', 'mug3', 'desk1', 'shelf1', 'pen1'];
    expect(knownNames({ ...observation, holding: ['pen1'] })).toEqual(names);
  });

  const holding = ['mug10'];
  const closeTo = ['desk1', 'mug3', 'mug2'];
  const found = [did('move', 'mug2'), did('move', 'desk1'), did('move', 'mug3', false), did('open', 'mug10')];
  const surfaces = [placed('desk1 IN study1'), placed('shelf1 IN hallway1')];
  const objects = ['mug', 'mug9'].map((name) => placed(`${name} ON desk1`));
  const circular = [placed('a1 ON a2'), placed('a2 ON a1')];

  test.each<[string, string, Parameters<typeof inKitchen>[0], PastAction[], string]>([
    ['the instance last found', 'mug', { holding, closeTo }, found, 'mug2'],
    ['the latest found of several', 'mug', {}, [did('move', 'mug3'), did('move', 'mug2')], 'mug2'],
    ['else the one held', 'mug', { holding, closeTo }, [], 'mug10'],
    ['else the nearest', 'mug', { closeTo }, [], 'mug3'],
    ['or one in the same room, also on something there', 'mug', { surfaces, room: 'hallway1' }, [], 'mug10'],
    ['else the one of the lowest index, by number', 'mug', { room: 'hallway1' }, [], 'mug2'],
    ['a thing of that very name', 'mug', { objects }, [did('move', 'mug9')], 'mug'],
    ['the only instance', 'mug', { objects: objects.slice(1) }, [], 'mug9'],
    ['nothing that ends in more than digits', 'cup', { objects: [{ ...objects[0]!, name: 'cup 1' }] }, [], 'cup'],
    ['the lowest where places go in a circle', 'a', { objects: circular }, [], 'a1'],
    ['a room', 'study', {}, [], 'study1'],
  ])('resolveName() takes a class for %s', (_, name, sensed, history, expected) => {
    expect(resolveName(name, { observation: { ...observation, ...sensed }, history })).toBe(expected);
  });

  test.each(['mug3', 'mug7', 'unicorn', 'mug1x', 'Mug', '', '7', '__proto__', 'constructor', '1'.repeat(1_000_000)])(
    'resolveName() leaves %.20s as it stands',
    (name) => expect(resolveName(name, { observation, history: [did('move', name), did('wait', name)] })).toBe(name),
  );
});
