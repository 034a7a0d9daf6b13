/** The contract catches planners that break it, under a test runner made of two functions. */
import { expect, it, test } from 'vitest';
import { z } from 'zod';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { Planner } from '../planner.ts';
import { ask, inKitchen, type Plan, plannerOf, WAIT } from '../testing/household_play.ts';
import { type ContractSetup, plannerContract } from './planner_contract.ts';

/** Waits as long as the model says `wait`, at most three times. */
const obedient: Plan = async function* (start) {
  for (let asked = 0; asked < 3 && (await ask(start)) === 'wait'; asked++) yield WAIT;
  yield { kind: 'stop', reason: 'done' };
};

type Setup = Partial<ContractSetup<HouseholdObservation, unknown>>;

async function tried(planner: Planner<HouseholdObservation>, setup: Setup = { replies: { what: ['wait'] } }) {
  const tests = new Map<string, () => Promise<void>>();
  plannerContract(planner, {
    describe: (_, body) => body(),
    it: (title, body) => tests.set(title, body),
    ...{ observation: inKitchen(), runs: 20, ...setup },
  });
  const failed: string[] = [];
  for (const [title, run] of tests) await run().catch(() => failed.push(title));
  return { titles: [...tests.keys()], failed };
}

test('plannerContract() passes a planner that keeps it, and omits tests of unknown replies', async () => {
  const { titles, failed } = await tried(plannerOf(obedient));
  expect(failed).toEqual([]);
  expect(titles).toHaveLength(11);
  const { titles: others } = await tried(plannerOf(obedient), {});
  expect(others).toEqual(titles.filter((title) => !title.includes('acts on well-formed')));
});

let turn = 0;

function doing(act: (start: Parameters<Plan>[0]) => unknown): Plan {
  return async function* (start) {
    await act(start);
    yield* obedient(start);
  };
}

it.each<[string, Partial<Planner<HouseholdObservation>>, string]>([
  ['no summary', { summary: '' }, 'name, title and summary'],
  ['an option without a default', { options: z.strictObject({ a: z.number() }) }, 'options: '],
  ['options of any name', { options: z.object({}) }, 'options: '],
  ['a prompt without a file', { promptSlots: { ask: [] } }, 'prompts: '],
])('plannerContract() catches a planner with %s', async (_, more, title) => {
  expect((await tried(plannerOf(obedient, more))).failed.join('; ')).toContain(title);
});

/** Title of the check, and what the planner does → the planner. */
const BROKEN: Readonly<Record<string, Plan>> = {
  'acts on well-formed replies: never acts': async function* (start) {
    await ask(start);
    yield { kind: 'stop', reason: 'lazy' };
  },
  'acts on well-formed replies: notes what JSON cannot hold': doing(({ note }) =>
    note({ kind: 'belief', belief: new Map() }),
  ),
  'acts on well-formed replies: changes its observation': doing(({ observation }) =>
    (observation.rooms as string[]).push('attic1'),
  ),
  'survives any reply: evaluates replies': async function* (start) {
    const text = await ask(start);
    yield { kind: 'act', action: { verb: text === 'wait' ? 'wait' : JSON.parse(text), args: [] } };
  },
  'survives megabytes: cannot take a long reply': async function* (start) {
    if ((await ask(start)).length > 100_000) throw new Error('too long');
    yield WAIT;
  },
  'stops when the model is useless: asks for ever': async function* (start) {
    while ((await ask(start)) !== 'wait');
    yield WAIT;
  },
  'repeats itself: changes its notes': doing(({ note }) => note({ kind: 'belief', belief: turn++ })),
  'ends on return(): stays': async function* () {
    try {
      for (let count = 0; count < 3; count++) yield WAIT;
    } finally {
      yield WAIT;
    }
  },
  'rethrows the failure of a call: swallows it': async function* (start) {
    await ask(start).catch(() => null);
    yield WAIT;
  },
  'connects to nothing but its model: fetches': doing(() => fetch('http://127.0.0.1:48123/').catch(() => null)),
};

it.each(Object.entries(BROKEN))('plannerContract() catches by its check %s', async (name, plan) => {
  expect((await tried(plannerOf(plan))).failed.join('; ')).toContain(name.split(':')[0]);
});

test('plannerContract() refuses verbs that the world does not have, if these are known', async () => {
  const failed = async (verbs: Readonly<Record<string, number>>) => {
    const start = { actions: { verbs, namesIn: () => ['hall1'] } };
    return (await tried(plannerOf(obedient), { replies: { what: ['wait'] }, start })).failed;
  };
  const title = 'plan() acts on well-formed replies, with valid decisions and notes';
  for (const verbs of [{ move: 1 }, { wait: 1 }]) expect(await failed(verbs)).toContain(title);
  expect(await failed({ wait: 0 })).toEqual([]);
});

test('plannerContract() gives the same replies for the same seed', async () => {
  const heard = async (seed: number) => {
    const texts: string[] = [];
    const plan: Plan = async function* (start) {
      texts.push(await ask(start));
      yield* obedient(start);
    };
    await tried(plannerOf(plan), { seed });
    return texts.filter((text) => text.length < 1000);
  };
  expect(await heard(7)).toEqual(await heard(7));
  expect(await heard(8)).not.toEqual(await heard(7));
});
