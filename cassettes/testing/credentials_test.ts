import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openCassette } from '../cassette/cassette.ts';
import { ApiSettingError, openaiClient, type Retry } from '../client/openai_client.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { chatRequest } from '../wire/wire.ts';
import { KEY, REQUEST, serve, settings } from './client_fixture.ts';
import { chatBody, scriptedServer } from './scripted_server.ts';
import { ANSWERING, tapeIn, temporaryFolder } from './tape_fixture.ts';

test.each([
  { status: 401, body: `{"error":{"message":"Incorrect API key provided: ${KEY}"}}` },
  { status: 200, body: `<p>${'.'.repeat(460)}${KEY}</p>${'.'.repeat(900)}` },
])('openaiClient() never shows the key, even when the server repeats it: %o', async (response) => {
  const { ask } = await serve([response, response], { attemptsMax: 2 });
  const error: unknown = await ask(REQUEST).catch((reason) => reason);
  expect(String(error)).toContain('[key]');
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(KEY.slice(0, 6));
});

test('openaiClient() shows no key in what it shortens, nor in what it says of retries', async () => {
  for (const at of [60, 480, 490, 499]) {
    const retries: Retry[] = [];
    const page = { status: 200, body: `<p>${'.'.repeat(at)}${KEY}</p>${'.'.repeat(900)}` };
    const { ask } = await serve([page, page], { attemptsMax: 2, onRetry: (retry) => retries.push(retry) });
    const error = await ask(REQUEST).catch(String);
    for (const text of [String(error), JSON.stringify(retries)]) expect(text).not.toContain(KEY.slice(0, 6));
    expect(retries).toHaveLength(1);
  }
});

test('openaiClient() sends no request that holds its key', async () => {
  const { ask, server } = await serve([]);
  const request = chatRequest('m', [{ role: 'user', content: `use ${KEY}` }], { purpose: 'p', temperature: 0 });
  await expect(ask(request)).rejects.toMatchObject({ code: 'refused_secret' });
  expect(server.seen).toEqual([]);
});

test('openaiClient() refuses an address with credentials in it, and trims its key', async () => {
  expect(() => openaiClient({ ...settings({}), baseUrl: 'https://me:pw@models.example/v1' })).toThrow(ApiSettingError);
  expect(() => openaiClient({ ...settings({ apiKey: 'a b' }), baseUrl: 'http://a' })).toThrow(ApiSettingError);
  const { ask, server } = await serve([], { apiKey: ` ${KEY}\r\n`, organization: 'org-kitchen ' });
  await ask(REQUEST);
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'accept-encoding': 'identity',
    'openai-organization': 'org-kitchen',
  });
});

test('a tape that was recorded from a server that repeats its headers holds no key', async () => {
  const server = await scriptedServer((_, { headers }) => {
    const said = JSON.stringify(headers);
    const message = { content: `${said} ${btoa(said)}`, refusal: said };
    return { status: 200, body: chatBody('', { choices: [{ message, finish_reason: said }], model: said }) };
  });
  onTestFinished(server.close);
  const name = tapeIn(temporaryFolder(onTestFinished));
  const client = openaiClient({ ...settings({}), baseUrl: server.baseUrl });
  const cassette = await openCassette({ ...name, mode: 'record', client, provenance: ANSWERING });
  const llm = cassette.episode({ task: 'house_1/make_toast', trial: 1, planner: 'test' });
  const reply = await llm.chat([{ role: 'user', content: 'Toast' }], { purpose: 'plan', temperature: 0 });
  const journal = readFileSync(tapeFiles(name).journal, 'utf8');
  await cassette.finish();
  const { dir } = tapeFiles(name);
  const files = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'));
  expect(reply.text).toContain('Bearer [key]');
  for (const text of [reply.text, journal, ...files])
    for (const part of [KEY.slice(0, 10), btoa(KEY).slice(4, 24)]) expect(text).not.toContain(part);
});
