import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import type { LiveClient } from '../client/openai_client.ts';
import { type Disk, disk } from '../disk/disk.ts';
import { TapeError } from '../disk/tape_error.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { type Llm, LlmCallError } from '../llm.ts';
import { chatBody, scriptedServer } from '../testing/scripted_server.ts';
import { ANSWERING, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import type { WireRequest } from '../wire/wire.ts';
import { type CassetteMode, openCassette } from './cassette.ts';
import type { AnsweredCall } from './episode_llm.ts';

const FIXTURE = fileURLToPath(new URL('../testing/record_fixture.ts', import.meta.url));

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

test('record mode asks once when two episodes miss the same address at the same time', async () => {
  const { model, run } = setUp();
  const both = await run('record', (llm, other) => [say(llm, 'toast'), say(other, 'toast')]);
  expect(both).toEqual(['answer 1: toast', 'answer 1: toast']);
  expect(model.asked).toEqual(['toast']);
});

test('record mode asks again when an episode sends the same request a second time', async () => {
  const { model, run } = setUp();
  const twice = async (llm: Llm) => [await say(llm, 'toast'), await say(llm, 'toast')];
  expect(await run('record', (llm) => [twice(llm)])).toEqual([['answer 1: toast', 'answer 2: toast']]);
  expect(model.asked).toEqual(['toast', 'toast']);
  expect(await run('replay', (llm) => [twice(llm)])).toEqual([['answer 1: toast', 'answer 2: toast']]);
});

test('record mode records nothing where the call fails, and asks again the next time', async () => {
  const { name, model, run } = setUp();
  model.failing = true;
  await expect(run('record', (llm) => [say(llm, 'toast')])).rejects.toThrow(LlmCallError);
  expect(existsSync(tapeFiles(name).manifest)).toBe(false);
  model.failing = false;
  expect(await run('record', (llm) => [say(llm, 'toast')])).toEqual(['answer 2: toast']);
});

test('record mode refuses a prompt that looks like it holds a credential, and asks nobody', async () => {
  const { model, run } = setUp();
  const prompt = `Toast.\nOPENAI_API_KEY=sk-${'a'.repeat(40)}`;
  const refusal = { code: 'refused_secret', message: expect.stringContaining('line 2 of message 1 looks like') };
  await expect(run('record', (llm) => [say(llm, prompt)])).rejects.toMatchObject(refusal);
  expect(model.asked).toEqual([]);
  // As the recording ended, so does its replay.
  await expect(run('replay', (llm) => [say(llm, prompt)])).rejects.toMatchObject(refusal);
});

test('record mode records a refusal as the answer that it is, and replay gives it again', async () => {
  const { name, model, run } = setUp();
  const calls: AnsweredCall[] = [];
  model.refusing = 'Not with knives.';
  const ask = (llm: Llm) => [llm.chat([{ role: 'user', content: 'cut' }], { purpose: 'test', temperature: 0 })];
  const [recorded] = await run('record', ask);
  expect(recorded).toEqual({ text: '', finishReason: 'stop', usage: null });
  expect(await run('replay', ask)).toEqual([recorded]);
  const cassette = await openCassette({ ...name, mode: 'replay' });
  const task = 'house_1/make_toast';
  await ask(cassette.episode({ task, trial: 1, planner: 'a', onCall: (call) => calls.push(call) }))[0];
  await cassette.finish();
  expect(calls).toMatchObject([{ flaw: 'refused' }]);
  expect(readFileSync(`${tapeFiles(name).dir}/house_1.make_toast.replies.jsonl`, 'utf8')).toContain(
    '"reply":{"text":"","refusal":"Not with knives.",',
  );
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
});

test('record mode refuses what the model could not have read, without asking', async () => {
  const { model, run } = setUp();
  await expect(run('record', (llm) => [say(llm, 'word '.repeat(9_000))])).rejects.toMatchObject({
    code: 'context_length_exceeded',
  });
  expect(model.asked).toEqual([]);
});

test('only one process records onto a tape at a time', async () => {
  const { name, model } = setUp();
  const options = { ...name, mode: 'record' as const, client: model, provenance: ANSWERING };
  const first = await openCassette(options);
  await expect(openCassette(options)).rejects.toThrow('is recording onto this tape');
  await first.finish();
  await (await openCassette(options)).finish();
});

test('record mode waits for answers that are on their way when it ends', async () => {
  const { name, model } = setUp();
  const open = await openCassette({ ...name, mode: 'record', client: model, provenance: ANSWERING });
  const late = say(open.episode({ task: 'house_1/make_toast', trial: 1, planner: 'a' }), 'toast');
  while (model.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await open.finish()).toEqual({ recorded: 1 });
  expect(await late).toBe('answer 1: toast');
});

test('a lane that goes on asking while the recording ends is refused before it asks, and nothing recorded is lost', async () => {
  const { name, model } = setUp();
  const open = await openCassette({ ...name, mode: 'record', client: model, provenance: ANSWERING });
  const heard: string[] = [];
  const playing = [1, 2, 3].map(async (trial) => {
    const llm = open.episode({ task: 'house_1/make_toast', trial, planner: 'a' });
    for (let number = 1; number <= 1_000; number += 1) heard.push(await say(llm, `lane ${trial}, prompt ${number}`));
  });
  const lanes = Promise.allSettled(playing);
  while (model.asked.length < 20) await new Promise((resolve) => setImmediate(resolve));
  const { recorded } = await open.finish();
  const refused = { status: 'rejected', reason: expect.any(LlmCallError) };
  expect(await lanes).toEqual([refused, refused, refused]);
  expect(heard.length).toBeLessThan(3_000);
  expect({ asked: model.asked.length, recorded }).toEqual({ asked: heard.length, recorded: heard.length });
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: heard.length, problems: [] });
});

test('an answer that the disk refuses is not heard, but written before anything more is asked', async () => {
  const { name, model } = setUp();
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
  const open = await openCassette({ ...name, mode: 'record', client: model, provenance: ANSWERING, disk: full });
  const llm = (planner: string) => open.episode({ task: 'house_1/make_toast', trial: 1, planner });
  isFull = true;
  for (const planner of ['a', 'b']) await expect(say(llm(planner), 'toast')).rejects.toThrow(TapeError);
  await expect(say(llm('c'), 'mug')).rejects.toThrow(TapeError);
  isFull = false;
  expect(await say(llm('d'), 'toast')).toBe('answer 1: toast');
  expect(model.asked).toEqual(['toast']);
  isFull = true;
  await expect(say(llm('e'), 'mug')).rejects.toThrow(TapeError);
  isFull = false;
  expect(await open.finish()).toEqual({ recorded: 2 });
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: 2, problems: [] });
});

test.each([1, 4, 10])('a recording that is killed at request %i goes on without asking again', async (killedAt) => {
  const tapesDir = temporaryFolder(onTestFinished);
  let child: ChildProcess | null = null;
  const server = await scriptedServer((number) => {
    if (number !== killedAt) return { status: 200, body: chatBody(`answer ${number}`) };
    child?.kill('SIGKILL');
    return 'hang';
  });
  onTestFinished(server.close);
  child = spawn(process.execPath, [FIXTURE, tapesDir, server.baseUrl], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

  const next = spawn(process.execPath, [FIXTURE, tapesDir, server.baseUrl], { stdio: 'inherit' });
  expect(await once(next, 'exit')).toEqual([0, null]);
  const prompts = server.seen.map(({ body }) => JSON.stringify(body).match(/prompt \d+/)?.[0]);
  const all = Array.from({ length: 10 }, (_, index) => `prompt ${index + 1}`);
  expect(prompts).toEqual([...all.slice(0, killedAt), ...all.slice(killedAt - 1)]);
  expect(await verifyTapes(tapesDir)).toMatchObject({ replies: 10, problems: [] });
});

test('what was recorded before a kill is replayed even before the tape is put in order', async () => {
  const { name, model } = setUp();
  const open = await openCassette({ ...name, mode: 'record', client: model, provenance: ANSWERING });
  await say(open.episode({ task: 'house_1/make_toast', trial: 1, planner: 'a' }), 'toast');
  const replay = await openCassette({ ...name, mode: 'replay' });
  expect(await say(replay.episode({ task: 'house_1/make_toast', trial: 1, planner: 'a' }), 'toast')).toBe(
    'answer 1: toast',
  );
  expect(replay.digest()).toMatchObject({ journaled: 1 });
  await replay.finish();
  await open.finish();
});

/** A model that counts, a tape that is not there yet, and a way to run two episodes of the same task and trial. */
function setUp() {
  const name: TapeName = tapeIn(temporaryFolder(onTestFinished));
  const model = new CountingModel();
  async function run<T>(mode: CassetteMode, play: (llm: Llm, other: Llm) => Promise<T>[]): Promise<T[]> {
    const cassette = await openCassette({ ...name, mode, client: model, provenance: ANSWERING });
    const episode = (planner: string) => cassette.episode({ task: 'house_1/make_toast', trial: 1, planner });
    try {
      return await Promise.all(play(episode('a'), episode('b')));
    } finally {
      await cassette.finish();
    }
  }
  return { name, model, run };
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
    if (this.refusing !== null) {
      return { text: '', refusal: this.refusing, finishReason: 'stop', usage: null, latencyMs: 5, model: 'gpt-4-0613' };
    }
    const text = `answer ${number}: ${content}`;
    return { text, finishReason: 'stop', usage: null, latencyMs: 5, model: 'gpt-4-0613' };
  }
}

async function say(llm: Llm, content: string): Promise<string> {
  return (await llm.chat([{ role: 'user', content }], { purpose: 'test', temperature: 0 })).text;
}
