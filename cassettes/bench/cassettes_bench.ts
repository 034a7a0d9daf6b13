/** Chat calls per second on one core, with 8 KB prompts; the clients take turns, and the median of the rounds counts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCassette } from '../cassette/cassette.ts';
import { openaiClient } from '../client/openai_client.ts';
import type { TapeName } from '../format/tape_files.ts';
import type { ChatReply, Llm, Message } from '../llm.ts';
import { openTape } from '../reading/tape.ts';
import { record, recording, tapeIn } from '../testing/tape_fixture.ts';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, wireRequestSchema } from '../wire/wire.ts';

export type CassettesBench = Readonly<{
  directCallsPerSecond: number;
  sdkCallsPerSecond: number;
  plainCallsPerSecond: number;
}>;

export type BenchOptions = Readonly<{ rounds: number; entries: number; promptLength: number }>;

type Client = Readonly<{ episode: () => Llm; close: () => Promise<unknown> }>;

const TASK = 'house_1/make_toast';
const OPTIONS = { purpose: 'bench', temperature: 0 };

export async function benchCassettes(
  { rounds, entries, promptLength }: BenchOptions = { rounds: 9, entries: 4_000, promptLength: 8_192 },
): Promise<CassettesBench> {
  const tapesDir = mkdtempSync(join(tmpdir(), 'tapedeck-bench-'));
  const name = tapeIn(tapesDir);
  try {
    const prompts = Array.from({ length: entries }, (_, index) => promptOf(index, promptLength));
    const recordings = prompts.map((prompt, index) => recording(prompt, { text: replyOf(index) }));
    await record(name, recordings);
    const clients = [await cassetteClient(name), await sdkClient(name), mapClient(name.model, prompts)];
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

function promptOf(index: number, length: number): string {
  const lines = Array.from({ length: Math.ceil(length / 24) }, (_, line) => `${line}. (mug${index}, ON, desk${line})`);
  return lines.join('\n').slice(0, length);
}

function replyOf(index: number): string {
  return `Reasoning: the mug ${index} is on the desk.\nPlan:\n${'find(mug)\ngrab(mug)\n'.repeat(12)}`;
}

async function rate(llm: Llm, prompts: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const prompt of prompts) await llm.chat(messagesOf(prompt), OPTIONS);
  return (prompts.length * 1_000) / (performance.now() - began);
}

async function cassetteClient(name: TapeName): Promise<Client> {
  const cassette = await openCassette({ ...name, mode: 'replay' });
  return { episode: () => cassette.episode({ task: TASK, trial: 1, planner: 'bench' }), close: cassette.finish };
}

async function sdkClient({ model, ...name }: TapeName): Promise<Client> {
  const tape = await openTape({ ...name, model });
  const llm = sdkLlm(model, async (key) => {
    const entry = await tape.find({ task: TASK, trial: 1, key, occurrence: 1 });
    return completionBody(model, Reflect.get(entry?.reply ?? {}, 'text'));
  });
  return { episode: () => llm, close: () => tape.close() };
}

function mapClient(model: string, prompts: readonly string[]): Client {
  const keyOf = (messages: readonly Message[]) => JSON.stringify(chatRequest(model, messages, OPTIONS));
  const replyAt = (index: number): ChatReply => ({ text: replyOf(index), finishReason: 'stop', usage: null });
  const replies = new Map(prompts.map((prompt, index) => [keyOf(messagesOf(prompt)), replyAt(index)]));
  return { episode: () => mapLlm(replies, keyOf), close: async () => {} };
}

const CHATS_ONLY = { embed: async () => [], countTokens: async () => 0 };

/** The SDK as a user's own code would call it: the body is written, parsed again for its key, and answered as by a server. */
export function sdkLlm(model: string, bodyOf: (key: string) => string | Promise<string>): Llm {
  const client = openaiClient({
    baseUrl: 'http://127.0.0.1/v1',
    apiKey: 'none',
    nowMs: () => performance.now(),
    sleep: async () => {},
    fetch: async (_, init) => {
      const request = wireRequestSchema.parse({ url: '/v1/chat/completions', body: JSON.parse(String(init?.body)) });
      return new Response(await bodyOf(requestKey(request)), { headers: { 'content-type': 'application/json' } });
    },
  });
  const chat: Llm['chat'] = async (messages, options) => {
    const reply = await client.ask(chatRequest(model, messages, options));
    if (!('text' in reply)) throw new Error('The reply to a chat request has no text');
    return reply;
  };
  return { chat, ...CHATS_ONLY };
}

export function completionBody(model: string, content: unknown): string {
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
  return JSON.stringify({ model, choices: [choice] });
}

export function mapLlm(replies: ReadonlyMap<string, ChatReply>, keyOf: (messages: readonly Message[]) => string): Llm {
  const chat: Llm['chat'] = async (messages) => {
    const reply = replies.get(keyOf(messages));
    if (reply === undefined) throw new Error('The map has no reply to this prompt');
    return reply;
  };
  return { chat, ...CHATS_ONLY };
}

function messagesOf(content: string): readonly Message[] {
  return [{ role: 'user', content }];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
