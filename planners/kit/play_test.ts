import { describe, expect, test } from 'vitest';
import { promptSet } from '../prompts.ts';
import { ask, inKitchen, type Plan, plannerOf, WAIT } from '../testing/household_play.ts';
import { deepFreeze, play } from './play.ts';

function playing(plan: Plan, { decisionsMax = 3, asksModel = true } = {}) {
  const prompts = promptSet('none', [], {});
  const start = { instruction: 'wait', observation: inKitchen(), past: [], seed: 1, prompts };
  const say = (purpose: string, count: number) => `${purpose} ${count}`;
  return play(plannerOf(plan, { asksModel }), {}, { start, say, decisionsMax, callsMax: 5 });
}

test('play() records all that a planner does', async () => {
  const played = await playing(async function* (start) {
    start.note({ kind: 'belief', belief: await ask(start) });
    yield WAIT;
    yield { kind: 'stop', reason: 'tired' };
  });
  expect(played).toEqual({
    decisions: [WAIT, { kind: 'stop', reason: 'tired' }],
    requests: [{ messages: [{ role: 'user', content: 'What?' }], options: { purpose: 'what', temperature: 0 } }],
    notes: [{ kind: 'belief', belief: 'what 0' }],
    ended: true,
  });
});

test('play() ends after the maximum of decisions', async () => {
  const played = await playing(async function* () {
    for (;;) yield WAIT;
  });
  expect(played).toMatchObject({ decisions: [WAIT, WAIT, WAIT], ended: false });
});

async function* asking(start: Parameters<Plan>[0]) {
  await ask(start);
  yield WAIT;
}

test('play() refuses a call of the model if asksModel is false', async () => {
  await expect(playing(asking, { asksModel: false })).rejects.toThrow('asksModel is false');
});

describe('play() catches a planner that', () => {
  const yielding = (...decisions: readonly unknown[]): Plan =>
    async function* () {
      yield* decisions as [typeof WAIT];
    };
  const plans: Readonly<Record<string, Plan>> = {
    'more than 5 model calls': async function* (start) {
      for (let calls = 0; calls < 1000; calls++) await ask(start);
      yield WAIT;
    },
    'looks more than 5 times': yielding(...Array(100).fill({ kind: 'sense' })),
    'continues after it has stopped': yielding({ kind: 'stop', reason: 'tired' }, WAIT),
    'reason is not in snake_case': yielding({ kind: 'stop', reason: 'I am tired.' }),
    'verb is not a non-empty string': yielding({ kind: 'act', action: { verb: '', args: [] } }),
    'args are not strings': yielding({ kind: 'act', action: { verb: 'wait', args: [1] } }),
    'is not a decision': yielding(null),
    'without a message': async function* ({ llm }) {
      await llm.chat([], { purpose: 'what', temperature: 0 });
      yield WAIT;
    },
    'does not end on return()': async function* () {
      try {
        for (;;) yield WAIT;
      } finally {
        yield WAIT;
      }
    },
  };
  test.each(Object.entries(plans))('%s', (problem, plan) =>
    expect(playing(plan, { decisionsMax: 20 })).rejects.toThrow(problem),
  );
});

test('deepFreeze() freezes every part, also below a frozen one, and returns the value', () => {
  const inner = { on: ['table1'] };
  const data = Object.freeze({ inner, none: null, count: 2 });
  expect(deepFreeze(data)).toBe(data);
  expect(() => inner.on.push('sofa1')).toThrow(TypeError);
  expect(() => Object.assign(inner, { on: [] })).toThrow(TypeError);
});
