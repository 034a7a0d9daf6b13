import { onTestFinished } from 'vitest';
import { type CassetteMode, openCassette } from './cassette/cassette.ts';
import { type LiveClient, openaiClient } from './client/openai_client.ts';
import { type LlmUnderTest, llmContract } from './testing/llm_contract.ts';
import { chatBody, scriptedServer } from './testing/scripted_server.ts';
import { ANSWERING, tapeIn, temporaryFolder } from './testing/tape_fixture.ts';
import type { WireRequest } from './wire/wire.ts';

llmContract('recording', () => opened('record', echo));
llmContract('recording anew', () => opened('rerecord', echo));
llmContract('recording through the SDK and a real server', async () => {
  const server = await scriptedServer((_, { url, body }) => respond({ url, body } as WireRequest));
  onTestFinished(server.close);
  const { baseUrl } = server;
  return opened('record', openaiClient({ baseUrl, apiKey: 'none', nowMs: () => 0, sleep: async () => {} }));
});
llmContract('replay', () => replayed('replay'));
llmContract('the batch loop, once all is answered', () => replayed('batch'));

const echo: LiveClient = {
  async ask(request) {
    const usage = { promptTokens: 7, completionTokens: 3 };
    const common = { usage, latencyMs: 0, model: request.body.model };
    return 'messages' in request.body
      ? { ...common, text: textOf(request), finishReason: 'stop' }
      : { ...common, vectors: request.body.input.map(vectorOf) };
  },
};

function textOf({ body }: WireRequest): string {
  return 'messages' in body ? `re: ${body.messages.at(-1)?.content}` : '';
}

function vectorOf(text: string): number[] {
  return [text.length, text.charCodeAt(text.length - 1)];
}

function respond(request: WireRequest) {
  const { body } = request;
  const usage = { prompt_tokens: 7, completion_tokens: 3 };
  if ('messages' in body) return { status: 200, body: chatBody(textOf(request), { model: body.model }) };
  const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
  return { status: 200, body: JSON.stringify({ model: body.model, usage, data }) };
}

const EPISODE = { task: 'house_1/make_toast', trial: 1, planner: 'p' };

async function opened(mode: CassetteMode, client: LiveClient, tapesDir = temporaryFolder(onTestFinished)) {
  const cassette = await openCassette({ ...tapeIn(tapesDir), mode, client, provenance: ANSWERING });
  return { llm: cassette.episode(EPISODE), close: () => cassette.finish() };
}

async function replayed(mode: CassetteMode): Promise<LlmUnderTest> {
  const tapesDir = temporaryFolder(onTestFinished);
  const calls: ((under: LlmUnderTest) => Promise<unknown>)[] = [];
  async function recordedFirst<T>(call: (under: LlmUnderTest) => Promise<T>): Promise<T> {
    calls.push(call);
    const recording = await opened('record', echo, tapesDir);
    for (const each of calls) await each(recording).catch(() => {});
    await recording.close();
    const replaying = await opened(mode, echo, tapesDir);
    for (const each of calls.slice(0, -1)) await each(replaying).catch(() => {});
    try {
      return await call(replaying);
    } finally {
      await replaying.close();
    }
  }
  return {
    llm: {
      chat: (messages, options) => recordedFirst(({ llm }) => llm.chat(messages, options)),
      embed: (texts, options) => recordedFirst(({ llm }) => llm.embed(texts, options)),
      countTokens: (text) => recordedFirst(({ llm }) => llm.countTokens(text)),
    },
    close: async () => {},
  };
}
