import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { Decision, Episode, Planner, Start } from '../planner.ts';
import { promptSet } from '../prompts.ts';
import { deepFreeze, play } from './play.ts';

const observation: HouseholdObservation = {
  world: 'household',
  objects: [],
  containers: [],
  surfaces: [],
  rooms: [],
  holding: [],
  closeTo: [],
  room: 'kitchen1',
};

/** Plays a planner that does what the test says. */
function playing(
  plan: (start: Start<HouseholdObservation>) => Episode<HouseholdObservation>,
  { decisionsMax = 3, asksModel = true } = {},
) {
  const planner: Planner<HouseholdObservation, unknown> = {
    name: 'test',
    title: 'Test',
    worlds: ['household'],
    summary: 'Does what a test says',
    options: z.strictObject({}),
    promptSlots: {},
    asksModel,
    privileged: () => false,
    plan,
  };
  const start = { instruction: 'wait', observation, past: [], seed: 1, prompts: promptSet('none', [], {}) };
  return play(planner, {}, { start, say: (purpose, count) => `${purpose} ${count}`, decisionsMax, callsMax: 5 });
}

const WAIT: Decision = { kind: 'act', action: { verb: 'wait', args: [] } };
const ask = { purpose: 'why', temperature: 0 };

test('play() tells all that a planner did', async () => {
  const played = await playing(async function* ({ llm, note }) {
    const { text } = await llm.chat([{ role: 'user', content: 'Why?' }], ask);
    note({ kind: 'belief', belief: text });
    yield WAIT;
    yield { kind: 'stop', reason: 'tired' };
  });
  expect(played).toEqual({
    decisions: [WAIT, { kind: 'stop', reason: 'tired' }],
    requests: [{ messages: [{ role: 'user', content: 'Why?' }], options: ask }],
    notes: [{ kind: 'belief', belief: 'why 0' }],
    ended: true,
  });
});

test('play() leaves after as many decisions as it was told', async () => {
  const played = await playing(async function* () {
    for (;;) yield WAIT;
  });
  expect(played).toMatchObject({ decisions: [WAIT, WAIT, WAIT], ended: false });
});

test('play() catches a planner that asks a model and says that it asks none', async () => {
  const played = playing(
    async function* ({ llm }) {
      await llm.chat([{ role: 'user', content: 'Why?' }], ask);
      yield WAIT;
    },
    { asksModel: false },
  );
  await expect(played).rejects.toThrow('asksModel');
});

describe('play() catches a planner that', () => {
  test.each<[string, (start: Start<HouseholdObservation>) => Episode<HouseholdObservation>]>([
    [
      'asks without end',
      async function* ({ llm }) {
        for (let calls = 0; calls < 1000; calls++) await llm.chat([{ role: 'user', content: 'Why?' }], ask);
        yield WAIT;
      },
    ],
    [
      'looks without end',
      async function* () {
        for (;;) yield { kind: 'sense' };
      },
    ],
    [
      'continues after it has stopped',
      async function* () {
        yield { kind: 'stop', reason: 'tired' };
        yield WAIT;
      },
    ],
    [
      'gives reasons in prose',
      async function* () {
        yield { kind: 'stop', reason: 'I am tired.' };
      },
    ],
    [
      'acts without a verb',
      async function* () {
        yield { kind: 'act', action: { verb: '', args: [] } };
      },
    ],
    [
      'asks nothing',
      async function* ({ llm }) {
        await llm.chat([], ask);
        yield WAIT;
      },
    ],
    [
      'stays after return()',
      async function* () {
        try {
          for (;;) yield WAIT;
        } finally {
          yield WAIT;
        }
      },
    ],
  ])('%s', async (_, plan) => {
    await expect(playing(plan, { decisionsMax: 20 })).rejects.toThrow();
  });
});

test('deepFreeze() freezes every part, of what is frozen at the top, too, and gives the same', () => {
  const inner = { on: ['table1'] };
  const data = Object.freeze({ inner, none: null, count: 2 });
  expect(deepFreeze(data)).toBe(data);
  expect(() => inner.on.push('sofa1')).toThrow(TypeError);
  expect(() => Object.assign(inner, { on: [] })).toThrow(TypeError);
});
