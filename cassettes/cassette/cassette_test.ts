import { existsSync, readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { tapeFiles } from '../format/tape_files.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import { ANSWERING, leaveJournal, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { openCassette } from './cassette.ts';
import type { AnsweredCall } from './episode_llm.ts';

const TASK = 'house_1/make_toast';
const OPTIONS = { purpose: 'attention', temperature: 0 };
const unusedClient = { ask: async () => Promise.reject(new Error('This test sends no request')) };

test('openCassette() replays what was recorded, and tells of each call', async () => {
  const calls: AnsweredCall[] = [];
  const { llm, cassette } = await replaying({ onCall: (call) => calls.push(call) });
  const ending = { finishReason: 'stop', usage: { promptTokens: 7, completionTokens: 3 } };
  expect(await llm.chat([{ role: 'user', content: 'toast' }], OPTIONS)).toEqual({ text: 're: toast', ...ending });
  const { key, occurrence, source, reply } = recording('toast').entry;
  const { latencyMs, model } = reply;
  const asked = { purpose: 'attention', url: '/v1/chat/completions', key, occurrence, source };
  expect(calls).toEqual([{ ...asked, latencyMs, model, ...ending, flaw: null, textLength: 9 }]);
  await cassette.finish();
});

test('openCassette() throws a miss that can be exported', async () => {
  const { llm, cassette } = await replaying();
  const { request, entry } = recording('tea');
  const { task, trial, key, occurrence } = entry;
  await expect(llm.chat([{ role: 'user', content: 'tea' }], OPTIONS)).rejects.toMatchObject({
    name: 'TapeMissError',
    missed: { suite: 'household', model: 'gpt-4-0613', address: { task, trial, key, occurrence }, request },
    message:
      `Cannot replay request "${key.slice(0, 8)}…" of episode "household/house_1/make_toast/llm_state/1": closest recording ` +
      `"${recording('toast').entry.key.slice(0, 8)}…" differs in line 1 of message 1: recorded "toast", requested "tea"`,
  });
  await cassette.finish();
});

test('openCassette() says what it replays from', async () => {
  const { cassette } = await replaying();
  expect(cassette.digest()).toEqual({
    suite: 'household',
    model: 'gpt-4-0613',
    provenance: [{ model: 'gpt-4-0613', ...ANSWERING }],
    tasks: [{ task: TASK, entries: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    journaled: 0,
  });
  await cassette.finish();
});

test('openCassette() embeds nothing without a call, and something with one', async () => {
  const vectors = [0.25, -1.5e-7].map((number) => [number, 1]);
  const client = { ask: async () => ({ vectors, usage: null, latencyMs: 3, model: 'e' }) };
  const name = { ...tapeIn(temporaryFolder(onTestFinished)), embeddingModel: 'text-embedding-3-small' };
  for (const mode of ['record', 'replay'] as const) {
    const open = await openCassette({ ...name, mode, client, provenance: ANSWERING });
    const llm = open.episode({ task: TASK, trial: 1, planner: mode });
    expect(await llm.embed([], { purpose: mode })).toEqual([]);
    expect(await llm.embed(['a', 'b'], { purpose: mode })).toEqual(vectors);
    expect(await open.finish()).toEqual({ recorded: mode === 'record' ? 1 : 0 });
  }
});

test.each<[string, { task?: string; trial?: number; maxTokens?: number; temperature?: number }]>([
  ['a task without a scene', { task: 'toast' }],
  ['a task that is no name of a file', { task: 'house_1/../toast' }],
  ['a task longer than the name of a file', { task: `house_1/${'t'.repeat(200)}` }],
  ['half a trial', { trial: 1.5 }],
  ['a trial that no number holds', { trial: 2 ** 53 }],
  ['no tokens to answer with', { maxTokens: 0 }],
  ['a temperature that is no number', { temperature: Number.NaN }],
])(
  'openCassette() sends nothing that it could not store: %s',
  async (_, { maxTokens = 9, temperature = 0, ...odd }) => {
    const name = tapeIn(temporaryFolder(onTestFinished));
    const open = await openCassette({ ...name, mode: 'record', client: unusedClient, provenance: ANSWERING });
    const llm = open.episode({ task: TASK, trial: 1, planner: 'p', ...odd });
    const asked = llm.chat([{ role: 'user', content: 'toast' }], { purpose: 'p', temperature, maxTokens });
    await expect(asked).rejects.toThrow(/^Cannot send a request in episode ".*": field "/);
    await open.finish();
  },
);

test('openCassette() stores and finds what lies at the limits of an address', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  const reply = { text: 'toasted', finishReason: 'stop', usage: null, latencyMs: 3, model: 'm'.repeat(100_000) };
  const client = { ask: async () => reply };
  const place = { task: `house_1/${'t'.repeat(192)}`, trial: Number.MAX_SAFE_INTEGER, planner: 'p' };
  for (const mode of ['record', 'batch', 'replay'] as const) {
    const open = await openCassette({ ...name, mode, client, provenance: ANSWERING });
    expect((await open.episode(place).chat([{ role: 'user', content: 'toast' }], OPTIONS)).text).toBe('toasted');
    await open.finish();
  }
});

test('openCassette() writes nothing in replay, leaves no trace where nothing was recorded, and must know who answers', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await (await openCassette({ ...name, mode: 'replay' })).finish();
  expect(existsSync(tapeFiles(name).dir)).toBe(false);
  await expect(openCassette({ ...name, mode: 'record' })).rejects.toThrow('without a client and its provenance');
  const open = await openCassette({ ...name, mode: 'record', client: unusedClient, provenance: ANSWERING });
  expect(await open.finish()).toEqual({ recorded: 0 });
  expect(readdirSync(tapeFiles(name).dir)).toEqual([]);
});

test('batch mode stores what an interrupted run left', async () => {
  const name = await tapeOf([recording('toast')]);
  leaveJournal(name, [recording('mug')]);
  const cassette = await openCassette({ ...name, mode: 'batch' });
  expect(cassette.digest()).toMatchObject({ journaled: 0, tasks: [{ entries: 2 }] });
  await cassette.finish();
  expect(existsSync(tapeFiles(name).journal)).toBe(false);
});

async function replaying({ onCall = () => {} }: { onCall?: (call: AnsweredCall) => void } = {}) {
  const name = await tapeOf([recording('toast')]);
  const cassette = await openCassette({ ...name, mode: 'replay' });
  return { cassette, llm: cassette.episode({ task: TASK, trial: 1, planner: 'llm_state', onCall }) };
}
