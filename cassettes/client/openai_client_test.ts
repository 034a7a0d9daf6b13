import fc from 'fast-check';
import nock from 'nock';
import { expect, onTestFinished, test } from 'vitest';
import { LlmCallError } from '../llm.ts';
import { GOOD, KEY, REQUEST, serve, settings } from '../testing/client_fixture.ts';
import { chatBody, type ScriptedResponse } from '../testing/scripted_server.ts';
import { requestKey } from '../wire/exchange.ts';
import { embeddingsRequest } from '../wire/wire.ts';
import { ApiUnusableError, TransientError } from './api_failure.ts';
import { keyMask } from './key_mask.ts';
import {
  ApiSettingError,
  limitConcurrency,
  maskedReply,
  openaiClient,
  type Retry,
  readBaseUrl,
  readHeaderValue,
  withRetries,
} from './openai_client.ts';

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

test.each([REQUEST, embeddingsRequest('e', ['a mug', 'a cup'])])(
  'openaiClient() sends the body to $url',
  async (request) => {
    const { ask, server } = await serve([GOOD], { attemptsMax: 1 });
    await ask(request).catch(() => null);
    expect(server.seen).toMatchObject([{ url: request.url, body: request.body }]);
    expect(server.seen[0]?.body).toEqual(request.body);
  },
);

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
])('openaiClient() tries again after %s, with pauses that double', async (_, failure) => {
  const { ask, slept, server } = await serve([failure, failure, failure, GOOD]);
  await expect(ask(REQUEST)).resolves.toMatchObject({ text: 'find(bread)' });
  expect(slept).toEqual([1_000, 2_000, 4_000]);
  expect(server.seen).toHaveLength(4);
});

test('openaiClient() tells of each retry: which request, why, how long it waits', async () => {
  const busy: ScriptedResponse = { status: 503, body: `{"error":{"message":"busy, ${KEY}"}}` };
  const retries: Retry[] = [];
  const { ask } = await serve([busy, busy], { attemptsMax: 3, onRetry: (retry) => retries.push(retry) });
  await ask(REQUEST);
  const same = { key: requestKey(REQUEST), model: 'gpt-4-0613', attemptsMax: 3, reason: '503 busy, [key]' };
  expect(retries).toEqual([
    { ...same, attempt: 2, pauseMs: 1_000 },
    { ...same, attempt: 3, pauseMs: 2_000 },
  ]);
});

test('openaiClient() takes a prompt that was filtered for an answer, and asks once', async () => {
  const { ask, server } = await serve([{ status: 400, body: '{"error":{"code":"content_filter"}}' }]);
  expect(await ask(REQUEST)).toMatchObject({ text: '', finishReason: 'content_filter', model: 'gpt-4-0613' });
  expect(server.seen).toHaveLength(1);
});

test('openaiClient() does not ask again where JSON holds no answer, and shows what came', async () => {
  const { ask, server } = await serve([{ status: 200, body: '{"error":"out of tea"}' }, GOOD]);
  await expect(ask(REQUEST)).rejects.toMatchObject({
    code: 'api_error',
    message: expect.stringMatching(/the response contains no answer: "choices": .*: \{"error":"out of tea"\}$/),
  });
  expect(server.seen).toHaveLength(1);
});

test.each<ScriptedResponse>(['hang', 'stall'])('openaiClient() gives up on servers that %s', async (response) => {
  const { ask, server } = await serve([response, response, GOOD], { timeoutMs: 40, attemptsMax: 2 });
  const message = `Cannot get an answer from model "gpt-4-0613" at "${server.baseUrl}" after 2 attempts: no answer within 40 ms`;
  await expect(ask(REQUEST)).rejects.toMatchObject({ code: 'api_error', message });
});

test('openaiClient() does not try again after a refusal, tells one of length, and goes on', async () => {
  const refusal = (status: number, code: string) => ({ status, body: `{"error":{"message":"bad","code":"${code}"}}` });
  const { ask, server } = await serve([refusal(422, ''), refusal(400, 'context_length_exceeded'), GOOD]);
  await expect(ask(REQUEST)).rejects.toMatchObject({ name: 'LlmCallError', code: 'api_error' });
  await expect(ask(REQUEST)).rejects.toMatchObject({ code: 'context_length_exceeded' });
  await expect(ask(REQUEST)).resolves.toMatchObject({ text: 'find(bread)' });
  expect(server.seen).toHaveLength(3);
});

test.each([
  [401, 'no_key', true, 'check the key (OPENAI_API_KEY)'],
  [403, 'no_right', true, 'check the key (OPENAI_API_KEY)'],
  [404, 'model_not_found', true, 'check the URL, which often ends in /v1, and the model’s name'],
  [429, 'insufficient_quota', false, 'no'],
])('openaiClient() is unusable after a %i with %s, and asks no more', async (status, code, isSetupError, remedy) => {
  const body = JSON.stringify({ error: { message: `no${'.'.repeat(700)}`, code } });
  const { ask, server, slept } = await serve([{ status, body }, GOOD]);
  const first: unknown = await ask(REQUEST).catch((error) => error);
  expect(first).toBeInstanceOf(ApiUnusableError);
  expect(first).toMatchObject({ isSetupError, message: expect.stringContaining(remedy) });
  await expect(ask(REQUEST)).rejects.toBe(first);
  expect([server.seen.length, slept]).toEqual([1, []]);
});

test('openaiClient() is unusable at once where nobody listens', async () => {
  const { server } = await serve([]);
  await server.close();
  const refused = openaiClient({ ...settings({}), baseUrl: server.baseUrl });
  await expect(refused.ask(REQUEST)).rejects.toMatchObject({
    name: 'ApiUnusableError',
    message: expect.stringMatching(
      /the connection failed: .*ECONNREFUSED.*; check the URL, and whether the server is running$/,
    ),
  });
});

test('openaiClient() lets go of calls that wait to be repeated, when it becomes unusable', async () => {
  const waiting = Promise.withResolvers<void>();
  const sleep = (_: number, signal: AbortSignal) => {
    waiting.resolve();
    return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const script = [503, 401].map((status) => ({ status, body: '{}' }));
  const { ask } = await serve(script, { sleep });
  const first = ask(REQUEST).catch((error) => error);
  await waiting.promise;
  const second = ask(REQUEST).catch((error) => error);
  expect(await first).toBeInstanceOf(ApiUnusableError);
  expect(await first).toBe(await second);
});

test('openaiClient() is unusable after so many failures in a row as it may have, and not before', async () => {
  const bad: ScriptedResponse = { status: 400, body: '{"error":{"message":"bad request"}}' };
  const { ask, server } = await serve([bad, GOOD, bad, bad, GOOD], { failuresMax: 2 });
  const outcomes: string[] = [];
  for (const _ of 'abcde')
    outcomes.push(
      await ask(REQUEST).then(
        () => 'answer',
        (error) => error.name,
      ),
    );
  expect(outcomes).toEqual(['LlmCallError', 'answer', 'LlmCallError', 'ApiUnusableError', 'ApiUnusableError']);
  expect(server.seen).toHaveLength(4);
});

test('openaiClient() refuses a response without end', async () => {
  const { ask } = await serve([{ status: 200, body: chatBody('x'.repeat(2_000)) }], { bytesMax: 1_000 });
  await expect(ask(REQUEST)).rejects.toThrow('the response is longer than 1000 bytes');
});

test('openaiClient() has so many requests under way and no more', async () => {
  const { task, counts } = gauge(() => new Response(chatBody('ok')));
  const client = openaiClient({ ...settings({ concurrencyMax: 3, fetch: task }), baseUrl: 'http://127.0.0.1:1/v1' });
  await Promise.all(Array.from({ length: 20 }, () => client.ask(REQUEST)));
  expect(Math.max(...counts)).toBe(3);
});

test('openaiClient() passes through nock as through the network', async () => {
  nock('https://models.example').post('/v1/chat/completions').reply(200, chatBody('from nock'));
  onTestFinished(() => nock.restore());
  const client = openaiClient({ ...settings({}), baseUrl: 'https://models.example/v1' });
  await expect(client.ask(REQUEST)).resolves.toMatchObject({ text: 'from nock' });
});

test('openaiClient() asks its gate before each attempt and tells it of each response, and sends nothing that it refuses', async () => {
  const statuses: (number | string | null)[] = [];
  let passes = 2;
  const gate = {
    pass: async () => {
      passes -= 1;
      if (passes < 0) throw new LlmCallError('api_error', 'closed');
    },
    onResponse: ({ status, headers }: Pick<Response, 'status' | 'headers'>) =>
      void statuses.push(status, headers.get('x-ratelimit-limit-requests')),
  };
  const busy: ScriptedResponse = { status: 429, body: '{}', headers: { 'x-ratelimit-limit-requests': '9' } };
  const { ask, server } = await serve([busy, GOOD], { gate });
  await ask(REQUEST);
  await expect(ask(REQUEST)).rejects.toThrow('closed');
  expect([server.seen.length, statuses]).toEqual([2, [429, '9', 200, null]]);
});

test('limitConcurrency() runs no more than so many at a time, in the order in which they came', async () => {
  const limited = limitConcurrency(2);
  const { task, counts } = gauge(() => null);
  const began: number[] = [];
  const begin = (number: number) => async () => {
    began.push(number);
    await task();
    return number;
  };
  const numbers = Array.from({ length: 9 }, (_, number) => number);
  expect(await Promise.all(numbers.map((number) => limited(begin(number))))).toEqual(numbers);
  expect(began).toEqual(numbers);
  expect(Math.max(...counts)).toBe(2);
});

/** `counts` has the number of tasks under way at the beginning of each. */
function gauge<T>(answer: () => T) {
  const counts: number[] = [];
  let running = 0;
  async function task(): Promise<T> {
    running += 1;
    counts.push(running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return answer();
  }
  return { counts, task };
}

test('limitConcurrency() goes on after a task that fails, and refuses what is no number of tasks', async () => {
  const limited = limitConcurrency(1);
  const failed = limited(async () => Promise.reject(new Error('no')));
  const next = limited(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
  for (const max of [0, 1.5, Number.NaN]) expect(() => limitConcurrency(max)).toThrow('expected 1 or more');
});

test('maskedReply() takes the key out of everything that a server can put it into, and leaves the rest', () => {
  const counted = { usage: null, latencyMs: 5 };
  const reply = { text: `a ${KEY}`, refusal: `b ${KEY}`, finishReason: `c ${KEY}`, model: `d ${KEY}`, ...counted };
  const masked = { text: 'a [key]', refusal: 'b [key]', finishReason: 'c [key]', model: 'd [key]', ...counted };
  expect(maskedReply(reply, keyMask(KEY))).toEqual(masked);
  const vectors = { vectors: [[1]], model: KEY, ...counted };
  expect(maskedReply(vectors, keyMask(KEY))).toEqual({ ...vectors, model: '[key]' });
  const innocent = { text: 'find(bread)', finishReason: 'stop', usage: null, latencyMs: 5, model: 'm' };
  expect(JSON.stringify(maskedReply(innocent, keyMask(KEY)))).toBe(JSON.stringify(innocent));
});

test('withRetries() tells of each pause and makes it: doubled or asked for, up to a bound', async () => {
  const log: string[] = [];
  const asked = [null, null, null, null, 0, 9_000, null];
  const attempt = async () => {
    if (asked.length === 0) return 'done';
    throw new TransientError('busy', { retryAfterMs: asked.shift() ?? null });
  };
  const options = {
    attemptsMax: 8,
    pauseMs: 100,
    pauseMaxMs: 500,
    sleep: async (ms: number) => void log.push(`${ms} ms`),
  };
  const onRetry = ({ attempt, pauseMs }: { attempt: number; pauseMs: number }) =>
    void log.push(`${attempt}: ${pauseMs}`);
  expect(await withRetries(attempt, { ...options, onRetry })).toBe('done');
  const pauses = [100, 200, 400, 500, 0, 500, 500];
  expect(log).toEqual(pauses.flatMap((ms, index) => [`${index + 2}: ${ms}`, `${ms} ms`]));
  const error = new TransientError('busy');
  await expect(withRetries(async () => Promise.reject(error), { ...options, attemptsMax: 2 })).rejects.toBe(error);
});

test('readBaseUrl() takes http and https, and trims', () => {
  expect(readBaseUrl(' https://models.example/v1\n', '--url')).toBe('https://models.example/v1');
  expect(readBaseUrl('http://127.0.0.1:8000', '--url')).toBe('http://127.0.0.1:8000');
});

test.each([
  ['https://me:hunter22@models.example/v1', 'user name or a password'],
  ['https://hunter22@models.example/v1', 'user name or a password'],
  ['https://:hunter22@models.example/v1', 'user name or a password'],
  ['https://models.example/v1?key=hunter22', 'remove what follows'],
  ['https://models.example/v1#hunter22', 'remove what follows'],
  ['ftp://me:hunter22@models.example', 'the value is not an http(s) URL'],
  ['me:hunter22@models.example', 'the value is not an http(s) URL'],
  ['//me:hunter22@', 'the value is not an http(s) URL'],
  ['models.example/v1', '"models.example/v1" is not an http(s) URL'],
])('readBaseUrl() refuses %s and does not repeat what may be secret', (url, message) => {
  const error = attempt(() => readBaseUrl(url, '--url'));
  expect(error).toBeInstanceOf(ApiSettingError);
  expect(String(error)).toContain('--url: ');
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain('hunter22');
});

test('readHeaderValue() trims, and what it gives can be sent', () => {
  expect(readHeaderValue('\ufeff key-0123 \r\n', 'OPENAI_API_KEY')).toBe('key-0123');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const value = attempt(() => readHeaderValue(given, 'KEY'));
      const sent = `Bearer ${value}`;
      if (value instanceof ApiSettingError) expect(given.trim()).toMatch(/[^\x21-\x7e]/);
      else expect(new Headers({ authorization: sent }).get('authorization')).toBe(sent.trim());
    }),
  );
});

test.each(['two words-0123', 'a\nb-0123', 'schlüssel-0123', 'a\0b-0123'])('readHeaderValue() refuses %j', (given) => {
  expect(() => readHeaderValue(given, 'OPENAI_API_KEY')).toThrow(/^OPENAI_API_KEY contains /);
  expect(() => readHeaderValue(given, 'OPENAI_API_KEY')).not.toThrow('0123');
});

function attempt(call: () => string): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
