import nock from 'nock';
import { expect, onTestFinished, test } from 'vitest';
import { requestKey } from './key.ts';
import { LlmCallError } from './llm.ts';
import { type OpenaiClientOptions, openaiClient } from './openai_client.ts';
import { chatBody, type ScriptedResponse, type ScriptedServer, scriptedServer } from './scripted_server.ts';
import { chatRequest, embeddingsRequest, wireRequestSchema } from './wire.ts';

const KEY = 'not-a-real-key-0123456789';
const REQUEST = chatRequest('gpt-4-0613', [{ role: 'user', content: 'Toast, please\n"now" é' }], {
  purpose: 'plan',
  temperature: 0.5,
  maxTokens: 64,
});
const GOOD: ScriptedResponse = { status: 200, body: chatBody('find(bread)') };

test('openaiClient() returns what the model said, with its usage and the time it took', async () => {
  const { ask } = await serve([GOOD]);
  expect(await ask(REQUEST)).toEqual({
    text: 'find(bread)',
    finishReason: 'stop',
    usage: { promptTokens: 7, completionTokens: 3 },
    latencyMs: 250,
    model: 'gpt-4-0613',
  });
});

test.each([REQUEST, embeddingsRequest('text-embedding-3-small', ['a mug', 'a cup'])])(
  'openaiClient() sends the body that is hashed, byte for byte in its canonical form, to $url',
  async (request) => {
    const { ask, server } = await serve([GOOD], { attemptsMax: 1 });
    await ask(request).catch(() => null);
    const { url, body } = server.seen[0] ?? {};
    expect(url).toBe(request.url);
    expect(requestKey(wireRequestSchema.parse({ url, body }))).toBe(requestKey(request));
    expect(body).toEqual(request.body);
  },
);

test('openaiClient() asks for an uncompressed answer, with the key and the organization', async () => {
  const { ask, server } = await serve([GOOD], { organization: 'org-kitchen' });
  await ask(REQUEST);
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'accept-encoding': 'identity',
    'openai-organization': 'org-kitchen',
  });
});

test('openaiClient() puts vectors in the order of the texts, whatever the order of the answer', async () => {
  const data = [
    { index: 1, embedding: [0.5, 1] },
    { index: 0, embedding: [0.25, -1] },
  ];
  const { ask } = await serve([
    { status: 200, body: JSON.stringify({ model: 'e', data, usage: { prompt_tokens: 4 } }) },
  ]);
  const reply = await ask(embeddingsRequest('e', ['a', 'b']));
  expect(reply).toMatchObject({
    vectors: [
      [0.25, -1],
      [0.5, 1],
    ],
    usage: { promptTokens: 4, completionTokens: 0 },
  });
});

test('openaiClient() waits as long as a 429 asks for, then goes on', async () => {
  const busy = (headers: Record<string, string>) => ({ status: 429, body: '{"error":{"message":"busy"}}', headers });
  const { ask, slept } = await serve([
    busy({ 'retry-after': '7' }),
    busy({ 'retry-after-ms': '1500' }),
    busy({ 'retry-after': 'Sat, 21 Nov 2026 03:00:09 GMT', date: 'Sat, 21 Nov 2026 03:00:00 GMT' }),
    busy({ 'retry-after': '86400' }),
    GOOD,
  ]);
  await expect(ask(REQUEST)).resolves.toMatchObject({ text: 'find(bread)' });
  expect(slept).toEqual([7_000, 1_500, 9_000, 60_000]);
});

test.each<[string, ScriptedResponse]>([
  ['a 500', { status: 500, body: 'oops', headers: { 'content-type': 'text/plain' } }],
  ['a 502 with a page', { status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } }],
  ['a 503', { status: 503, body: '{"error":{"message":"overloaded"}}' }],
  ['a page in place of JSON', { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }],
  ['a body that is cut off', { status: 200, body: chatBody('find(bread)').slice(0, 30) }],
  ['a connection that breaks', 'break'],
  ['no choices', { status: 200, body: chatBody('', { choices: [] }) }],
  ['a choice without text', { status: 200, body: chatBody('', { choices: [{ message: { content: null } }] }) }],
])('openaiClient() tries again after %s, with pauses that double', async (_, failure) => {
  const { ask, slept, server } = await serve([failure, failure, failure, GOOD]);
  await expect(ask(REQUEST)).resolves.toMatchObject({ text: 'find(bread)' });
  expect(slept).toEqual([1_000, 2_000, 4_000]);
  expect(server.seen).toHaveLength(4);
});

test.each<ScriptedResponse>(['hang', 'stall'])(
  'openaiClient() gives up on a response that does not come in time, when the server begins to %s',
  async (response) => {
    const { ask, server } = await serve([response, response, GOOD], { timeoutMs: 40, attemptsMax: 2 });
    await expect(ask(REQUEST)).rejects.toMatchObject({
      code: 'api_error',
      message: `Cannot get an answer of model "gpt-4-0613" from "${server.baseUrl}" after 2 attempts: no answer within 40 ms`,
    });
  },
);

test.each([400, 401, 403, 404, 422])('openaiClient() does not try again after a %i', async (status) => {
  const { ask, server } = await serve([{ status, body: '{"error":{"message":"no such model"}}' }, GOOD]);
  await expect(ask(REQUEST)).rejects.toThrow(LlmCallError);
  expect(server.seen).toHaveLength(1);
});

test('openaiClient() does not try again when there is no money left', async () => {
  const body = '{"error":{"message":"quota","code":"insufficient_quota"}}';
  const { ask, server } = await serve([{ status: 429, body }, GOOD]);
  await expect(ask(REQUEST)).rejects.toMatchObject({ code: 'api_error' });
  expect(server.seen).toHaveLength(1);
});

test('openaiClient() tells a request that is too long from other refusals', async () => {
  const message = "This model's maximum context length is 8192 tokens.";
  const body = JSON.stringify({ error: { message, code: 'context_length_exceeded' } });
  const { ask } = await serve([{ status: 400, body }]);
  await expect(ask(REQUEST)).rejects.toMatchObject({ code: 'context_length_exceeded' });
});

test('openaiClient() never shows the key, even when the server repeats it', async () => {
  const { ask } = await serve([{ status: 401, body: `{"error":{"message":"Incorrect API key provided: ${KEY}"}}` }]);
  const error: unknown = await ask(REQUEST).catch((reason) => reason);
  expect(error).toBeInstanceOf(LlmCallError);
  expect(String(error)).toContain('[key]');
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
});

test('openaiClient() refuses a response without end', async () => {
  const { ask } = await serve([{ status: 200, body: chatBody('x'.repeat(2_000)) }], { bytesMax: 1_000 });
  await expect(ask(REQUEST)).rejects.toThrow('the response is longer than 1000 bytes');
});

test('openaiClient() has so many requests under way and no more', async () => {
  let underWay = 0;
  let most = 0;
  const client = openaiClient({
    ...settings({ concurrencyMax: 3 }),
    baseUrl: 'http://127.0.0.1:1/v1',
    fetch: async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return new Response(chatBody('ok'));
    },
  });
  await Promise.all(Array.from({ length: 20 }, () => client.ask(REQUEST)));
  expect(most).toBe(3);
});

test('openaiClient() passes through nock as through the network', async () => {
  nock('https://models.example').post('/v1/chat/completions').reply(200, chatBody('from nock'));
  onTestFinished(() => nock.restore());
  const client = openaiClient({ ...settings({}), baseUrl: 'https://models.example/v1' });
  await expect(client.ask(REQUEST)).resolves.toMatchObject({ text: 'from nock' });
});

/** A client of a server that plays a script; its clock moves by 250 ms each time it is read, and its sleep takes no time. */
async function serve(script: readonly ScriptedResponse[], options: Partial<OpenaiClientOptions> = {}) {
  const server: ScriptedServer = await scriptedServer((number) => script[number - 1] ?? GOOD);
  onTestFinished(server.close);
  const slept: number[] = [];
  const client = openaiClient({
    ...settings(options),
    baseUrl: server.baseUrl,
    sleep: async (ms) => void slept.push(ms),
  });
  return { ask: client.ask, slept, server };
}

function settings(options: Partial<OpenaiClientOptions>) {
  let nowMs = 0;
  const clock = () => {
    nowMs += 250;
    return nowMs;
  };
  return { apiKey: KEY, nowMs: clock, sleep: async () => {}, ...options };
}
