/**
 * How fast a cassette replays, on one core: chat calls a second, from messages to reply, with 8 KB prompts.
 *
 * Three clients with the same answers take turns, so that a busy machine slows all of them, and the median of the rounds counts: the
 * cassette, the OpenAI SDK with a `fetch` over the cassette's own lookup, and a plain reference that writes the request with
 * `JSON.stringify` and finds the reply in a map, and neither hashes nor checks anything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCassette } from '../cassette/cassette.ts';
import { openaiClient } from '../client/openai_client.ts';
import { disk } from '../disk/disk.ts';
import { Journal } from '../format/journal.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import type { ChatReply, Llm, Message } from '../llm.ts';
import { openTape } from '../reading/tape.ts';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, wireRequestSchema } from '../wire/wire.ts';
import { openForWriting, storeJournal } from '../writing/open_for_writing.ts';

export type CassettesBench = {
  readonly directCallsPerSecond: number;
  readonly sdkCallsPerSecond: number;
  readonly plainCallsPerSecond: number;
};

export type BenchOptions = {
  readonly rounds: number;
  /** Entries on the tape, each called once a round. */
  readonly entries: number;
  /** In UTF-16 code units. */
  readonly promptLength: number;
};

type Client = { readonly episode: () => Llm; readonly close: () => Promise<unknown> };

const TASK = 'house_1/make_toast';
const OPTIONS = { purpose: 'bench', temperature: 0 };

/** Makes a tape in a temporary folder and replays it. With the default options it takes some seconds. */
export async function benchCassettes(
  { rounds, entries, promptLength }: BenchOptions = { rounds: 9, entries: 4_000, promptLength: 8_192 },
): Promise<CassettesBench> {
  const tapesDir = mkdtempSync(join(tmpdir(), 'tapedeck-bench-'));
  const name = { tapesDir, suite: 'bench', model: 'gpt-4-0613' };
  try {
    const prompts = Array.from({ length: entries }, (_, index) => promptOf(index, promptLength));
    await recordAll(name, prompts);
    const clients: readonly Client[] = [await overCassette(name), await overSdk(name), overMap(name.model, prompts)];
    const rates: number[][] = clients.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, client] of clients.entries()) {
        const perSecond = await rate(client.episode(), prompts);
        // The first round warms up: it opens the task and compiles.
        if (round > 0) rates[index]?.push(perSecond);
      }
    }
    for (const client of clients) await client.close();
    const [direct = 0, sdk = 0, plain = 0] = rates.map(median);
    return { directCallsPerSecond: direct, sdkCallsPerSecond: sdk, plainCallsPerSecond: plain };
  } finally {
    rmSync(tapesDir, { recursive: true });
  }
}

/** Objects, places and past actions, as a prompt of LLM-State lists them. */
function promptOf(index: number, length: number): string {
  const lines = Array.from({ length: Math.ceil(length / 24) }, (_, line) => `${line}. (mug${index}, ON, desk${line})`);
  return lines.join('\n').slice(0, length);
}

function replyOf(index: number): string {
  return `Reasoning: the mug ${index} is on the desk.\nPlan:\n${'find(mug)\ngrab(mug)\n'.repeat(12)}`;
}

async function recordAll(name: TapeName, prompts: readonly string[]): Promise<void> {
  const release = await openForWriting(name, disk);
  const journal = Journal.create(tapeFiles(name).journal, name, disk);
  const nobody = { provider: 'nobody', channel: 'a benchmark', sampling: 'none', tokenCounts: 'none', note: '' };
  journal.declare({ source: 'live', answeredOn: '2026-01-01', ...nobody });
  journal.append(
    prompts.map((prompt, index) => {
      const request = chatRequest(name.model, messagesOf(prompt), OPTIONS);
      const reply = { text: replyOf(index), finishReason: 'stop', usage: null, latencyMs: 100, model: name.model };
      return {
        request,
        entry: { task: TASK, trial: 1, key: requestKey(request), occurrence: 1, reply, source: 'live' },
      };
    }),
  );
  await storeJournal(name, journal, disk);
  release();
}

async function rate(llm: Llm, prompts: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const prompt of prompts) await llm.chat(messagesOf(prompt), OPTIONS);
  return (prompts.length * 1_000) / (performance.now() - began);
}

async function overCassette(name: TapeName): Promise<Client> {
  const cassette = await openCassette({ ...name, mode: 'replay' });
  return { episode: () => cassette.episode({ task: TASK, trial: 1, planner: 'bench' }), close: cassette.finish };
}

/** The SDK as a user's own code would call it: the body is written, parsed again for its key, and answered as by a server. */
async function overSdk(name: TapeName): Promise<Client> {
  const tape = await openTape(name);
  const client = openaiClient({
    baseUrl: 'http://127.0.0.1/v1',
    apiKey: 'none',
    nowMs: () => performance.now(),
    sleep: async () => {},
    fetch: async (_, init) => {
      const request = wireRequestSchema.parse({ url: '/v1/chat/completions', body: JSON.parse(String(init?.body)) });
      const entry = await tape.find({ task: TASK, trial: 1, key: requestKey(request), occurrence: 1 });
      const message = { role: 'assistant', content: Reflect.get(entry?.reply ?? {}, 'text') };
      return Response.json({ model: name.model, choices: [{ index: 0, message, finish_reason: 'stop' }] });
    },
  });
  const chat: Llm['chat'] = async (messages, options) => {
    const reply = await client.ask(chatRequest(name.model, messages, options));
    if (!('text' in reply)) throw new Error('A chat request is answered with text');
    return reply;
  };
  return { episode: () => ({ chat, embed: async () => [], countTokens: async () => 0 }), close: () => tape.close() };
}

function overMap(model: string, prompts: readonly string[]): Client {
  const keyOf = (messages: readonly Message[]) => JSON.stringify(chatRequest(model, messages, OPTIONS));
  const replies = new Map<string, ChatReply>(
    prompts.map((prompt, index) => [
      keyOf(messagesOf(prompt)),
      { text: replyOf(index), finishReason: 'stop', usage: null },
    ]),
  );
  const chat: Llm['chat'] = async (messages) => {
    const reply = replies.get(keyOf(messages));
    if (reply === undefined) throw new Error('The map holds every prompt of the bench');
    return reply;
  };
  return { episode: () => ({ chat, embed: async () => [], countTokens: async () => 0 }), close: async () => {} };
}

function messagesOf(content: string): readonly Message[] {
  return [{ role: 'user', content }];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
