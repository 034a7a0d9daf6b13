import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, scriptedServer } from '../testing/scripted_server.ts';
import { EPISODE, type ServedOptions, servedEndpoint, VECTORS } from '../testing/served_endpoint.ts';

const prompt = (content: string) => [{ role: 'user' as const, content }];
const ASK = { model: 'gpt-4-0613', temperature: 0, messages: prompt('toast') };
const WAFFLES = { ...ASK, messages: prompt('waffles') };
const HEADERS: Readonly<Record<string, string>> = { 'x-tapedeck-episode': EPISODE };

async function served(options: ServedOptions = {}) {
  const endpoint = await servedEndpoint(onTestFinished, options);
  const client = (episode = EPISODE, maxRetries = 0) =>
    new OpenAI({ baseURL: endpoint.baseUrl, apiKey: `tapedeck:${episode}`, maxRetries });
  const post = (path: string, content: unknown, headers = HEADERS) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content);
    return fetch(`${endpoint.origin}${path}`, { method: 'POST', headers, body });
  };
  return { ...endpoint, client, post };
}

async function text(client: OpenAI, asked: OpenAI.ChatCompletionCreateParamsNonStreaming = ASK) {
  return (await client.chat.completions.create(asked)).choices[0]?.message.content;
}

describe('openaiEndpoint(), requested by the openai package,', () => {
  it('answers chat completions, and counts how often an episode asks', async () => {
    const { client } = await served();
    const openai = client();
    const first = await openai.chat.completions.create(ASK);
    expect(first).toMatchObject({
      object: 'chat.completion',
      model: 'gpt-4-0613',
      choices: [{ index: 0, message: { role: 'assistant', content: 'first ü', refusal: null }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
    expect(await text(openai)).toBe('second');
    expect(await text(client(`${EPISODE}#again`))).toBe('first ü');
  });

  it('streams the same answer in pieces', async () => {
    const { client } = await served();
    const messages = prompt('tea');
    const asked = { ...ASK, messages, stream: true, stream_options: { include_usage: true } } as const;
    const chunks = await Array.fromAsync(await client().chat.completions.create(asked));
    const pieces = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '');
    expect(pieces.map(({ length }) => length)).toEqual([0, 200, 200, 50, 0, 0]);
    expect(pieces.join('')).toBe('x'.repeat(450));
    expect(chunks.map(({ choices: [choice] }) => choice?.finish_reason).filter(Boolean)).toEqual(['stop']);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 10 } });
    const helped = client(`${EPISODE}#2`).chat.completions.stream({ ...ASK, messages });
    expect(await helped.finalContent()).toBe('x'.repeat(450));
  });

  it('answers embeddings, as numbers and as the bytes that the package asks for', async () => {
    const { client } = await served();
    const asked = { model: 'text-embedding-3-small', input: ['a', 'b'] };
    for (const [label, encoding] of [{}, { encoding_format: 'float' as const }].entries()) {
      const { data, usage } = await client(`${EPISODE}#${label}`).embeddings.create({ ...asked, ...encoding });
      expect(data.map(({ embedding }) => Array.from(embedding))).toEqual(VECTORS);
      expect(usage.prompt_tokens).toBe(2);
    }
  });

  it('lists the models that have tapes', async () => {
    const { client } = await served();
    expect((await Array.fromAsync(client().models.list())).map(({ id }) => id)).toEqual(['gpt-4-0613']);
    expect(await client().models.retrieve('gpt-4-0613')).toMatchObject({ id: 'gpt-4-0613', object: 'model' });
    await expect(client().models.retrieve('gpt-9')).rejects.toMatchObject({ status: 404, code: 'unknown_model' });
  });

  it('names the closest recording and the first line that differs at a miss, which the package does not retry', async () => {
    const { client, misses } = await served();
    const openai = client(EPISODE, 5);
    await expect(text(openai, { ...ASK, messages: prompt('toasted') })).rejects.toMatchObject({
      status: 404,
      code: 'tape_miss',
      type: 'invalid_request_error',
      message: expect.stringMatching(
        /Cannot replay request ".{8}…" of episode "household\/house_1\/make_toast\/openai\/1": .*line 1 of message 1: recorded "toast", requested "toasted"/,
      ),
    });
    expect(misses).toHaveLength(1);
    await expect(text(openai, { ...ASK, top_p: 0.5 })).rejects.toThrow('"top_p": recorded nothing, requested 0.5');
  });
});

describe('openaiEndpoint()', () => {
  it('takes the episode from the header before the key, and says how to name one', async () => {
    const { post } = await served();
    const authorization = 'Bearer sk-whatever';
    const mine = { 'x-tapedeck-episode': 'household/house_1/make_toast/mine/1' };
    for (const headers of [{ ...HEADERS, authorization }, mine]) {
      const named = await post('/v1/chat/completions', ASK, headers);
      expect(await named.json()).toMatchObject({ choices: [{ message: { content: 'first ü' } }] });
    }
    for (const headers of [{}, { authorization }]) {
      const response = await post('/v1/chat/completions', ASK, headers);
      expect(response.status).toBe(400);
      const body = await response.text();
      expect(body).toContain('set the API key to \\"tapedeck:…\\"');
      expect(body).not.toContain('sk-whatever');
    }
  });

  it('starts an episode anew', async () => {
    const { client, post } = await served();
    expect(await text(client())).toBe('first ü');
    for (const hadAsked of [true, false]) {
      const again = await post(`/tapedeck/episodes/${encodeURIComponent(EPISODE)}`, '');
      expect(await again.json()).toEqual({ episode: EPISODE, hadAsked });
    }
    expect(await text(client())).toBe('first ü');
  });

  it('answers whichever model a request names with the one that it serves', async () => {
    const { client } = await served({ model: 'gpt-4-0613' });
    expect(await text(client(), { ...ASK, model: 'o7-mini' })).toBe('first ü');
    const own = await served();
    await expect(text(own.client(), { ...ASK, model: 'o7-mini' })).rejects.toMatchObject({
      status: 404,
      code: 'no_tape',
      message: expect.stringContaining('known: household × gpt-4-0613'),
    });
  });

  it('does not count a call that was a miss, or that it could not read', async () => {
    const { client, post } = await served();
    const openai = client();
    for (const seed of [1, 1])
      await expect(text(openai, { ...ASK, seed })).rejects.toMatchObject({ code: 'tape_miss' });
    expect(await text(openai)).toBe('first ü');
    expect((await post('/v1/chat/completions', '{')).status).toBe(400);
    expect(await text(openai)).toBe('second');
  });

  it.each([
    [{ ...ASK, tools: [{ type: 'function' }] }, 'unsupported_parameter', '"tools" is not supported'],
    [{ ...ASK, messages: prompt('sk-abcdefghijklmnop0123') }, 'refused_secret', 'looks like it contains'],
    [{ ...ASK, stop: ['sk-abcdefghijklmnop0123'] }, 'refused_secret', 'looks like it contains'],
  ])('refuses a body that it cannot answer: %#', async (body, code, message) => {
    const { post } = await served();
    const response = await post('/v1/chat/completions', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code, message: expect.stringContaining(message) } });
    expect(response.headers.get('x-should-retry')).toBe('false');
  });

  it.each([
    ['household/House_1/make_toast/1', 'no_episode', 400],
    ['household/house_1/1', 'no_episode', 400],
    ['../../etc/house_1/make_toast/1', 'no_episode', 400],
    ['..%2f/house_1/make_toast/1', 'no_tape', 404],
    ['__proto__/house_1/make_toast/1', 'no_tape', 404],
    ['household/house_1/make_toast/0', 'no_episode', 400],
    [`household/house_1/make_toast/${'p'.repeat(700)}/1`, 'no_episode', 400],
  ])('refuses episode %s', async (episode, code, status) => {
    const { post } = await served();
    const response = await post('/v1/chat/completions', ASK, { 'x-tapedeck-episode': episode });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('answers no web page, no other name and no other path', async () => {
    const { post, origin } = await served();
    const page = { 'x-tapedeck-episode': EPISODE, origin: 'http://evil.example' };
    expect((await post('/v1/chat/completions', ASK, page)).status).toBe(403);
    for (const path of ['/', '/v1/responses', '/v1/models/%zz', '/tapedeck/episodes/%zz']) {
      const response = await post(path, '{}');
      expect([404, 400]).toContain(response.status);
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', code: 'unknown_url' } });
    }
    expect((await fetch(`${origin}/v1/chat/completions`)).status).toBe(404);
  });

  it('remembers a bounded number of episodes', async () => {
    const { client, post } = await served({ tapes: { episodesMax: 2 } });
    for (const label of ['1', '2']) await text(client(`${EPISODE}#${label}`));
    await expect(text(client(`${EPISODE}#3`))).rejects.toMatchObject({ code: 'too_many_episodes' });
    await post(`/tapedeck/episodes/${encodeURIComponent(`${EPISODE}#1`)}`, '');
    expect(await text(client(`${EPISODE}#3`))).toBe('first ü');
  });
});

describe('openaiEndpoint(), recording,', () => {
  it('asks upstream what the tape lacks, journals it before it answers, and never keeps a key', async () => {
    const upstream = await scriptedServer(() => ({ status: 200, body: chatBody('new') }));
    onTestFinished(upstream.close);
    const { baseUrl, tapesDir, client, finish } = await served({ mode: 'record', upstream: upstream.baseUrl });
    const apiKey = 'sk-planner-0123456789abcdef';
    const openai = new OpenAI({ baseURL: baseUrl, apiKey, defaultHeaders: HEADERS });
    const asked = { ...WAFFLES, top_p: 0.9, user: 'me' };
    expect(await text(openai)).toBe('first ü');
    expect(await text(openai, asked)).toBe('new');
    expect(upstream.seen.map(({ body }) => body)).toEqual([{ ...WAFFLES, top_p: 0.9 }]);
    expect(upstream.seen[0]?.headers.authorization).toBe('Bearer sk-upstream-0123456789abcdef');
    const tape = join(tapesDir, 'household', 'gpt-4-0613');
    expect(readFileSync(join(tape, 'tape.journal.jsonl'), 'utf8')).toContain('"new"');
    expect(await text(client(`${EPISODE}#later`), asked)).toBe('new');
    expect(upstream.seen).toHaveLength(1);
    expect(await finish()).toEqual({ recorded: 1 });
    for (const file of readdirSync(tape)) {
      expect(readFileSync(join(tape, file)).toString('latin1')).not.toMatch(/sk-(planner|upstream)/);
    }
  });

  it('does not count a call whose asker left while upstream was asked, and has its answer for the next', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const upstream = createServer(async (_, response) => {
      arrived.resolve();
      await held.promise;
      response.writeHead(200, { 'content-type': 'application/json' }).end(chatBody('late'));
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void upstream.close());
    const { port } = upstream.address() as AddressInfo;
    const { client, finish } = await served({ mode: 'record', upstream: `http://127.0.0.1:${port}/v1` });
    const left = new AbortController();
    const first = client().chat.completions.create(WAFFLES, { signal: left.signal });
    await arrived.promise;
    left.abort();
    await expect(first).rejects.toThrow();
    const second = text(client(), WAFFLES);
    held.resolve();
    expect(await second).toBe('late');
    expect(await finish()).toEqual({ recorded: 1 });
  });

  it('passes on that upstream gave up, and has the call taken for the same when it comes again', async () => {
    const upstream = await scriptedServer((number) => ({
      status: number === 1 ? 500 : 200,
      body: chatBody('at last'),
    }));
    onTestFinished(upstream.close);
    const { client } = await served({ mode: 'record', upstream: upstream.baseUrl });
    await expect(text(client(), WAFFLES)).rejects.toMatchObject({ status: 502, code: 'api_error' });
    for (const label of ['', '#again']) expect(await text(client(`${EPISODE}${label}`), WAFFLES)).toBe('at last');
    expect(upstream.seen).toHaveLength(2);
  });
});
