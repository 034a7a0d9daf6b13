import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import type { LiveClient } from '../client/openai_client.ts';
import { type Disk, disk } from '../disk/disk.ts';
import { TapeError } from '../disk/read_lines.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { type Llm, LlmCallError } from '../llm.ts';
import { ANSWERING, contentOf, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import type { WireRequest } from '../wire/wire.ts';
import { type CassetteMode, openCassette } from './cassette.ts';
import type { AnsweredCall } from './episode_llm.ts';

test('record mode asks for what is missing, and for nothing else', async () => {
  const { name, model, run } = setUp();
  await record(name, [recording('toast')]);
  expect(await run('record', (llm) => [say(llm, 'toast'), say(llm, 'mug')])).toEqual(['re: toast', 'answer 1: mug']);
  expect(model.asked).toEqual(['mug']);
  expect(await run('replay', (llm) => [say(llm, 'toast'), say(llm, 'mug')])).toEqual(['re: toast', 'answer 1: mug']);
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
});

test('rerecord mode asks for everything again, once a run, and replaces it', async () => {
  const { name, model, run } = setUp();
  await record(name, [recording('toast'), recording('mug')]);
  const twice = (llm: Llm, again: Llm) => [say(llm, 'toast'), say(again, 'toast')];
  expect(await run('rerecord', twice)).toEqual(['answer 1: toast', 'answer 1: toast']);
  expect(model.asked).toEqual(['toast']);
  expect(await run('replay', (llm) => [say(llm, 'toast'), say(llm, 'mug')])).toEqual(['answer 1: toast', 're: mug']);
});

test('record mode asks once when two episodes miss the same address, and again when one sends the request again', async () => {
  const { model, run } = setUp();
  const both = await run('record', (llm, other) => [say(llm, 'toast'), say(other, 'toast')]);
  expect(both).toEqual(['answer 1: toast', 'answer 1: toast']);
  expect(model.asked).toEqual(['toast']);
  const twice = async (llm: Llm) => [await say(llm, 'toast'), await say(llm, 'toast')];
  const texts = ['answer 1: toast', 'answer 2: toast'];
  for (const mode of ['record', 'replay'] as const)
    expect(await run(mode, (llm, other) => [twice(llm), twice(other)])).toEqual([texts, texts]);
  expect(model.asked).toEqual(['toast', 'toast']);
});

test('record mode records nothing where the call fails, and asks again the next time', async () => {
  const { name, model, run } = setUp();
  model.failing = true;
  await expect(run('record', (llm) => [say(llm, 'toast')])).rejects.toThrow(LlmCallError);
  expect(existsSync(tapeFiles(name).manifest)).toBe(false);
  model.failing = false;
  expect(await run('record', (llm) => [say(llm, 'toast')])).toEqual(['answer 2: toast']);
});

test('record mode refuses a credential and what the model could not have read, and asks nobody', async () => {
  const { model, run } = setUp();
  const prompt = `Toast.\nOPENAI_API_KEY=sk-${'a'.repeat(40)}`;
  const refusal = { code: 'refused_secret', message: expect.stringContaining('line 2 of message 1 looks like') };
  for (const mode of ['record', 'replay'] as const)
    await expect(run(mode, (llm) => [say(llm, prompt)])).rejects.toMatchObject(refusal);
  const long = run('record', (llm) => [say(llm, 'word '.repeat(9_000))]);
  await expect(long).rejects.toMatchObject({ code: 'context_length_exceeded' });
  expect(model.asked).toEqual([]);
});

test('record mode records a refusal as the answer that it is, and replay gives it again', async () => {
  const { name, model, run } = setUp();
  const calls: AnsweredCall[] = [];
  model.refusing = 'Not with knives.';
  const ask = (llm: Llm) => [llm.chat([{ role: 'user', content: 'cut' }], { purpose: 'test', temperature: 0 })];
  for (const mode of ['record', 'replay'] as const)
    expect(await run(mode, ask, (call) => calls.push(call))).toEqual([{ text: '', finishReason: 'stop', usage: null }]);
  expect(calls).toMatchObject([{ flaw: 'refused' }, { flaw: 'refused' }]);
  const expected = '"reply":{"text":"","refusal":"Not with knives.",';
  expect(contentOf(name).get('house_1.make_toast.replies.jsonl')).toContain(expected);
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
});

test('only one process records onto a tape at a time, which waits at its end for answers that are on their way', async () => {
  const { model, open } = setUp();
  const first = await open();
  await expect(open()).rejects.toThrow('has locked this tape');
  const late = say(first.episode({ task: 'house_1/make_toast', trial: 1, planner: 'a' }), 'toast');
  while (model.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await first.finish()).toEqual({ recorded: 1 });
  expect(await late).toBe('answer 1: toast');
  await (await open()).finish();
});

test('a lane that goes on asking while the recording ends is refused before it asks, and nothing recorded is lost', async () => {
  const { name, model, open } = setUp();
  const cassette = await open();
  const heard: string[] = [];
  const playing = [1, 2, 3].map(async (trial) => {
    const llm = cassette.episode({ task: 'house_1/make_toast', trial, planner: 'a' });
    for (let number = 1; number <= 1_000; number += 1) heard.push(await say(llm, `lane ${trial}, prompt ${number}`));
  });
  const lanes = Promise.allSettled(playing);
  while (model.asked.length < 20) await new Promise((resolve) => setImmediate(resolve));
  const { recorded } = await cassette.finish();
  const refused = { status: 'rejected', reason: expect.any(LlmCallError) };
  expect(await lanes).toEqual([refused, refused, refused]);
  expect(heard.length).toBeLessThan(3_000);
  expect({ asked: model.asked.length, recorded }).toEqual({ asked: heard.length, recorded: heard.length });
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: heard.length, problems: [] });
});

test('an answer that the disk refuses is not heard, but written before anything more is asked', async () => {
  const { name, model, open } = setUp();
  let isFull = false;
  const full: Disk = {
    ...disk,
    open(path, flags) {
      const file = disk.open(path, flags);
      const write: typeof file.write = (bytes, position) => {
        if (isFull) throw new Error('ENOSPC: no space left on device, write');
        return file.write(bytes, position);
      };
      return { ...file, write };
    },
  };
  const cassette = await open(full);
  const llm = (planner: string) => cassette.episode({ task: 'house_1/make_toast', trial: 1, planner });
  isFull = true;
  for (const planner of ['a', 'b']) await expect(say(llm(planner), 'toast')).rejects.toThrow(TapeError);
  await expect(say(llm('c'), 'mug')).rejects.toThrow(TapeError);
  isFull = false;
  expect(await say(llm('d'), 'toast')).toBe('answer 1: toast');
  expect(model.asked).toEqual(['toast']);
  isFull = true;
  await expect(say(llm('e'), 'mug')).rejects.toThrow(TapeError);
  isFull = false;
  expect(await cassette.finish()).toEqual({ recorded: 2 });
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: 2, problems: [] });
});

test('what was recorded before a kill is replayed even before the tape is put in order', async () => {
  const { name, open, run } = setUp();
  const recording = await open();
  await say(recording.episode({ task: 'house_1/make_toast', trial: 1, planner: 'a' }), 'toast');
  expect(await run('replay', (llm) => [say(llm, 'toast')])).toEqual(['answer 1: toast']);
  const replay = await openCassette({ ...name, mode: 'replay' });
  expect(replay.digest()).toMatchObject({ journaled: 1 });
  await replay.finish();
  await recording.finish();
});

function setUp() {
  const name: TapeName = tapeIn(temporaryFolder(onTestFinished));
  const model = new CountingModel();
  type Play<T> = (llm: Llm, other: Llm) => Promise<T>[];
  async function run<T>(mode: CassetteMode, play: Play<T>, onCall = (_: AnsweredCall) => {}): Promise<T[]> {
    const cassette = await openCassette({ ...name, mode, client: model, provenance: ANSWERING });
    const episode = (planner: string) => cassette.episode({ task: 'house_1/make_toast', trial: 1, planner, onCall });
    try {
      return await Promise.all(play(episode('a'), episode('b')));
    } finally {
      await cassette.finish();
    }
  }
  const open = (onDisk = disk) =>
    openCassette({ ...name, mode: 'record', client: model, provenance: ANSWERING, disk: onDisk });
  return { name, model, run, open };
}

class CountingModel implements LiveClient {
  readonly asked: string[] = [];
  failing = false;
  refusing: string | null = null;

  async ask(request: WireRequest) {
    const content = request.url === '/v1/embeddings' ? '' : (request.body.messages[0]?.content ?? '');
    this.asked.push(content);
    const number = this.asked.length;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.failing) throw new LlmCallError('api_error', 'overloaded');
    const counted = { finishReason: 'stop', usage: null, latencyMs: 5, model: 'gpt-4-0613' };
    if (this.refusing !== null) return { text: '', refusal: this.refusing, ...counted };
    return { text: `answer ${number}: ${content}`, ...counted };
  }
}

async function say(llm: Llm, content: string): Promise<string> {
  return (await llm.chat([{ role: 'user', content }], { purpose: 'test', temperature: 0 })).text;
}
