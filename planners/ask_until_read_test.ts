import { describe, expect, it } from 'vitest';
import type { Action } from '../envs/env.ts';
import {
  askUntilRead,
  type ChatSettings,
  carryOutPlan,
  PlanFailure,
  REPLY_CHARACTERS_MAX,
  type Reader,
  stopAtFailure,
} from './ask_until_read.ts';
import { scriptedLlm } from './kit/scripted_llm.ts';
import type { Decision, PlannerNote } from './planner.ts';
import { promptSet } from './prompts.ts';
import { SmallTable } from './testing/small_table.ts';

const PROMPTS = promptSet('own', [{ prompt: 'again', path: 'again.txt', text: 'Wrong: {{problem}}\n' }], {
  again: ['problem'],
});

const SETTINGS: ChatSettings = { temperature: 0.1, replyTokensMax: 2500, retriesMax: 0 };

const readNumber: Reader<number> = (text) =>
  /^\d+$/.test(text)
    ? { ok: true, value: Number(text), accepted: 1 }
    : { ok: false, failure: text === '' ? 'parse' : 'schema', problem: `"${text}" is no number` };

const readLength: Reader<number> = ({ length }) => ({ ok: true, value: length, accepted: 1 });

async function ask(replies: string[], settings: Partial<ChatSettings> = {}, read: Reader<unknown> = readNumber) {
  const notes: PlannerNote[] = [];
  const llm = scriptedLlm({ number: replies });
  const start = { llm, note: (note: PlannerNote) => notes.push(note), prompts: PROMPTS };
  const question = { chat: [{ role: 'user', content: 'A number?' }] as const, purpose: 'number', read };
  const asked = await askUntilRead(start, question, { ...SETTINGS, ...settings });
  return { ...asked, notes, requests: llm.requests };
}

describe('askUntilRead()', () => {
  it('asks once, reads, and gives the conversation back', async () => {
    const { reading, chat, requests, notes } = await ask(['7']);
    expect(reading).toEqual({ ok: true, value: 7, accepted: 1 });
    expect(chat).toEqual([
      { role: 'user', content: 'A number?' },
      { role: 'assistant', content: '7' },
    ]);
    expect(requests.map(({ options }) => options)).toEqual([{ purpose: 'number', temperature: 0.1, maxTokens: 2500 }]);
    expect(notes).toMatchObject([{ kind: 'parsed', purpose: 'number', accepted: 1, remarks: [] }]);
  });

  it('asks again with the reason, a bounded number of times, and counts', async () => {
    const { reading, requests, notes } = await ask(['', 'seven', '7'], { retriesMax: 5 });
    expect(reading).toMatchObject({ ok: true, value: 7 });
    expect(requests[2]?.messages.map(({ content }) => content)).toEqual([
      'A number?',
      '',
      'Wrong: "" is no number',
      'seven',
      'Wrong: "seven" is no number',
    ]);
    expect(notes.map((note) => (note.kind === 'parsed' ? note.remarks : []))).toEqual([
      ['parse: "" is no number'],
      ['retry 1 of 5', 'schema: "seven" is no number'],
      ['retry 2 of 5'],
    ]);
    expect((await ask(['a', 'b', 'c'], { retriesMax: 2 })).requests).toHaveLength(3);
    const once = await ask(['seven']);
    expect(once).toMatchObject({ reading: { ok: false, failure: 'schema' }, notes: [{ accepted: 0 }] });
    expect(once.requests).toHaveLength(1);
  });

  it('reads and shows no more than a bounded part of a reply', async () => {
    const { reading, chat, notes } = await ask(['7'.repeat(100_000)], {}, readLength);
    expect(reading).toMatchObject({ value: REPLY_CHARACTERS_MAX });
    expect(chat.at(-1)?.content).toHaveLength(REPLY_CHARACTERS_MAX);
    expect(notes).toMatchObject([{ discardedCounts: { too_much: 1 } }]);
    const long = await ask(['x'.repeat(100_000)]);
    expect(long.reading).toMatchObject({ problem: expect.stringMatching(/^"x{499}…$/) });
  });

  it('hands over lines that end in line breaks of one kind', async () => {
    expect((await ask(['a\r\nb'], {}, readLength)).reading).toMatchObject({ value: 3 });
  });

  it('says that a reply was cut short', async () => {
    const notes: PlannerNote[] = [];
    const llm = { ...scriptedLlm({}), chat: async () => ({ text: '7', finishReason: 'length', usage: null }) };
    const start = { llm, note: (note: PlannerNote) => notes.push(note), prompts: PROMPTS };
    await askUntilRead(start, { chat: [], purpose: 'number', read: readNumber }, SETTINGS);
    expect(notes).toMatchObject([{ remarks: ['the reply was cut short at its most tokens'] }]);
  });
});

async function carryOut(...plan: readonly string[]) {
  const table = new SmallTable();
  const actions = plan.map((text): Action => {
    const [verb = '', ...args] = text.split(' ');
    return { verb, args };
  });
  const carrying = carryOutPlan(actions, table.observe());
  let count = 0;
  try {
    let turn = await carrying.next();
    while (turn.done !== true) {
      const ok = turn.value.kind === 'act' && table.step(turn.value.action);
      count++;
      turn = await carrying.next({ ok, observation: table.observe() });
    }
    return { failure: null, observation: turn.value, count, table };
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error;
    return { failure: error.reason, observation: table.observe(), count, table };
  }
}

describe('carryOutPlan()', () => {
  it('carries out one action after the other, and says what is sensed then', async () => {
    const { failure, observation, count, table } = await carryOut('pick C_block_1 table', 'place C_block_1 B_block_1');
    expect([failure, count]).toEqual([null, 2]);
    expect(observation).toEqual(table.observe());
    expect(table.stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it('ends at the first refusal', async () => {
    const { failure, count, observation } = await carryOut('pick C_block_1 table', 'pick B_block_1 A_block_1', 'wait');
    expect([failure, count]).toEqual(['action_failed', 2]);
    expect(observation.facts).toContainEqual(['in', 'hand', 'C_block_1']);
  });

  it.each([
    ['pick D_block_1 table', 'grounding'],
    ['place C_block_1 __proto__', 'grounding'],
    ['pick c_block_1 TABLE', 'action_failed'],
    ['pick table table', 'action_failed'],
  ])('tells whether "%s" names what is not there: %s', async (action, expected) => {
    expect((await carryOut(action)).failure).toBe(expected);
  });
});

describe('stopAtFailure()', () => {
  function decisions(end: () => void): Promise<Decision[]> {
    async function* episode() {
      yield { kind: 'sense' as const };
      end();
    }
    return Array.fromAsync(stopAtFailure(episode()));
  }
  const failing = (error: Error) => () => {
    throw error;
  };

  it('stops as completed, or with the reason of a failure, and rethrows other errors', async () => {
    expect(await decisions(() => {})).toEqual([{ kind: 'sense' }, { kind: 'stop', reason: 'plan_completed' }]);
    const failed = await decisions(failing(new PlanFailure('unsolvable')));
    expect(failed).toEqual([{ kind: 'sense' }, { kind: 'stop', reason: 'unsolvable' }]);
    await expect(decisions(failing(new RangeError('A defect')))).rejects.toThrow(RangeError);
  });
});
