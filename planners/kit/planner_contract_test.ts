/** That the contract catches planners that break it, under a test runner made of two functions. */
import { expect, it, test } from 'vitest';
import { z } from 'zod';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { Episode, Planner, Start } from '../planner.ts';
import { type ContractSetup, plannerContract } from './planner_contract.ts';

type Plan = (start: Start<HouseholdObservation>) => Episode<HouseholdObservation>;
type Setup = Partial<ContractSetup<HouseholdObservation, unknown>>;

const observation: HouseholdObservation = {
  world: 'household',
  objects: [],
  containers: [],
  surfaces: [],
  rooms: ['hall1'],
  holding: [],
  closeTo: [],
  room: 'hall1',
};

/** Asks what to do and does it, three times; stops at any other word. */
const obedient: Plan = async function* ({ llm }) {
  for (let asked = 0; asked < 3; asked++) {
    const { text } = await llm.chat([{ role: 'user', content: 'Go on?' }], { purpose: 'what', temperature: 0 });
    if (text !== 'wait') break;
    yield { kind: 'act', action: { verb: 'wait', args: [] } };
  }
  yield { kind: 'stop', reason: 'done' };
};

function plannerOf(plan: Plan, more: Partial<Planner<HouseholdObservation, unknown>> = {}) {
  return {
    name: 'obedient',
    title: 'Obedient',
    worlds: ['household'] as const,
    summary: 'Does what the model says, if that is to wait',
    options: z.strictObject({}) as z.ZodType<unknown>,
    promptSlots: {},
    privileged: () => false,
    plan,
    ...more,
  };
}

/** The titles of the tests of the contract, and which of them fail. */
async function tried(planner: Planner<HouseholdObservation, unknown>, setup: Setup = {}) {
  const titles: string[] = [];
  const tests: (() => Promise<void>)[] = [];
  plannerContract(planner, {
    describe: (_, body) => body(),
    it: (title, body) => {
      titles.push(title);
      tests.push(body);
    },
    observation,
    replies: { what: ['wait'] },
    runs: 20,
    ...setup,
  });
  const failed: string[] = [];
  for (const [at, run] of tests.entries()) await run().catch(() => failed.push(titles[at]!));
  return { titles, failed };
}

test('plannerContract() passes a planner that keeps it', async () => {
  const { titles, failed } = await tried(plannerOf(obedient));
  expect(failed).toEqual([]);
  expect(titles).toHaveLength(11);
});

test('plannerContract() does not ask whether a planner acts, where nobody says what makes it act', async () => {
  const { replies: _, ...setup } = { replies: null };
  const titles: string[] = [];
  plannerContract(plannerOf(obedient), {
    describe: (_, body) => body(),
    it: (title) => titles.push(title),
    observation,
    ...setup,
  });
  expect(titles).toHaveLength(10);
  expect(titles.filter((title) => title.includes('well-formed'))).toEqual([]);
});

let turn = 0;

it.each<[string, Planner<HouseholdObservation, unknown>, string]>([
  ['has no summary', plannerOf(obedient, { summary: '' }), 'name, title and summary'],
  ['has an option without a default', plannerOf(obedient, { options: z.strictObject({ a: z.number() }) }), 'options: '],
  ['takes any option', plannerOf(obedient, { options: z.object({}) }), 'options: '],
  ['has a prompt of which there is no file', plannerOf(obedient, { promptSlots: { ask: [] } }), 'prompts: '],
  [
    'never acts',
    plannerOf(async function* ({ llm }) {
      await llm.chat([{ role: 'user', content: 'Go on?' }], { purpose: 'what', temperature: 0 });
      yield { kind: 'stop', reason: 'lazy' };
    }),
    'acts on well-formed replies',
  ],
  [
    'evaluates replies',
    plannerOf(async function* (start) {
      const { text } = await start.llm.chat([{ role: 'user', content: '?' }], { purpose: 'what', temperature: 0 });
      yield { kind: 'act', action: { verb: text === 'wait' ? 'wait' : JSON.parse(text), args: [] } };
    }),
    'survives any reply',
  ],
  [
    'asks for ever',
    plannerOf(async function* ({ llm }) {
      for (let text = ''; text !== 'wait'; ) {
        const reply = await llm.chat([{ role: 'user', content: '?' }], { purpose: 'what', temperature: 0 });
        text = reply.text;
      }
      yield { kind: 'act', action: { verb: 'wait', args: [] } };
    }),
    'stops when the model is useless',
  ],
  [
    'does something else each time',
    plannerOf(async function* () {
      yield { kind: 'act', action: { verb: 'wait', args: [String(turn++)] } };
    }),
    'repeats itself',
  ],
  [
    'swallows the failure of a call',
    plannerOf(async function* ({ llm }) {
      await llm.chat([{ role: 'user', content: '?' }], { purpose: 'what', temperature: 0 }).catch(() => null);
      yield { kind: 'act', action: { verb: 'wait', args: [] } };
    }),
    'rethrows the failure of a call',
  ],
  [
    'changes what it is given',
    plannerOf(async function* (start) {
      (start.observation.rooms as string[]).push('attic1');
      yield* obedient(start);
    }),
    'acts on well-formed replies',
  ],
  [
    'asks somebody else',
    plannerOf(async function* (start) {
      await fetch('http://127.0.0.1:48123/').catch(() => null);
      yield* obedient(start);
    }),
    'connects to nothing but its model',
  ],
])('plannerContract() catches a planner that %s', async (_, planner, title) => {
  const { failed } = await tried(planner);
  expect(
    failed.some((each) => each.includes(title)),
    failed.join('; '),
  ).toBe(true);
});

test('plannerContract() catches a planner that asks for what the world does not have, where that is known', async () => {
  const start = { actions: { verbs: { move: 1 }, namesIn: () => ['hall1'] } };
  expect((await tried(plannerOf(obedient), { start })).failed).toContain(
    'plan() acts on well-formed replies, with valid decisions and notes',
  );
  expect(
    (await tried(plannerOf(obedient), { start: { actions: { verbs: { wait: 0 }, namesIn: () => ['x'] } } })).failed,
  ).toEqual([]);
});

test('plannerContract() gives the same replies for the same seed', async () => {
  const heard = async (seed: number) => {
    const texts: string[] = [];
    const plan: Plan = async function* (start) {
      const { llm } = start;
      const chat: typeof llm.chat = async (messages, options) => {
        const reply = await llm.chat(messages, options);
        texts.push(reply.text);
        return reply;
      };
      yield* obedient({ ...start, llm: { ...llm, chat } });
    };
    await tried(plannerOf(plan), { seed });
    return texts.filter((text) => text.length < 1000);
  };
  expect(await heard(7)).toEqual(await heard(7));
  expect(await heard(8)).not.toEqual(await heard(7));
});
