import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { PLACES } from '../../io/places.ts';
import { pageBlocks } from '../../testing/page_blocks.ts';
import { documentOf, refusal, tapedeck, tapedeckIn, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { serving as servingWith } from '../../testing/serving.ts';
import { storedTrace } from '../../testing/stored_traces.ts';

const { folder, at, file, read } = scratchFolder();

const PYTHON = spawnSync('python3', ['--version']).status === 0;

const serving = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  servingWith(['serve', 'openai', '--port', '0', ...argv], environment);

async function ask(url: string, body: object): Promise<Response> {
  return fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer tapedeck:tabletop/tower_3_01/tower_3/1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('tapedeck serve openai', () => {
  it('answers from the shipped tapes the first request of a planner, and ends in good order', async () => {
    await tapedeck(...words`run tabletop --shipped --planner llm_planner --scene tower_3_01 --out ${at('run')}`);
    const lines = storedTrace(at('run'), 'tabletop/tower_3_01/tower_3/llm_planner/1').trim().split('\n');
    const { key } = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'call');
    const [{ request, reply, entries }] = [await documentOf('cassettes', 'show', key, '--shipped')].flat();
    const { url, said, end } = await serving([]);
    const answered = await (await ask(url, request.body)).json();
    expect(answered).toMatchObject({ choices: [{ message: { content: (reply ?? entries[0].reply).text } }] });
    expect((await ask(url, request.body)).status).toBe(404);
    expect(await end()).toBe(130);
    expect(said.at(-1)).toBe('1 answer, 1 miss, 0 recorded');
    await expect(fetch(`${url}/models`)).rejects.toThrow();
  });

  it('says with --json where it listens', async () => {
    const { exitCode, out } = await tapedeckIn({ signal: AbortSignal.abort() }, ...words`serve openai --port 0 --json`);
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect([exitCode, JSON.parse(out)]).toEqual([130, { url, mode: 'replay' }]);
  });

  it('adds what is missing to a file that is exported, in mode batch', async () => {
    const layers = words`--tapes ${PLACES.tapes} --tapes ${at('batch_tapes')}`;
    const misses = at('misses.jsonl');
    const { url, end } = await serving(words`--mode batch --misses ${misses} ${layers}`);
    const body = { model: 'claude', temperature: 0.5, messages: [{ role: 'user', content: 'Build something.' }] };
    for (const _ of [1, 2]) {
      const response = await ask(url, body);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('closest recording') } });
    }
    await end();
    expect(read('misses.jsonl').split('\n')).toHaveLength(2);
    const exported = await tapedeck(...words`batch export ${misses} -o ${at('requests.jsonl')} ${layers}`);
    expect(exported, exported.said).toMatchObject({ exitCode: 0 });
    const line = JSON.parse(read('requests.jsonl'));
    expect(line.body).toEqual(body);
    const answers = file('answers.jsonl', JSON.stringify({ custom_id: line.custom_id, content: 'Done.' }));
    await tapedeck('batch', 'ingest', answers, ...words`--provider p --channel c --answered-on 2026-01-31`, ...layers);
    const again = await serving(layers);
    expect(await (await ask(again.url, body)).json()).toMatchObject({ choices: [{ message: { content: 'Done.' } }] });
  });

  it('records through the live client onto a layer of its own', async () => {
    const upstream = await scriptedServer(() => ({ status: 200, body: chatBody('new') }));
    onTestFinished(upstream.close);
    const tapes = at('record_tapes');
    const { url, said, end } = await serving(words`--mode record --tapes ${tapes} --url ${upstream.baseUrl}`, {
      OPENAI_API_KEY: 'sk-not-a-real-key-0123456789',
    });
    const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
    expect(await (await ask(url, body)).json()).toMatchObject({ choices: [{ message: { content: 'new' } }] });
    expect(await end()).toBe(130);
    expect(said.at(-1)).toBe('1 answer, 0 misses, 1 recorded');
    expect(existsSync(join(tapes, 'tabletop/m/manifest.json'))).toBe(true);
    expect(await tapedeck('cassettes', 'verify', '--tapes', tapes)).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['--port 70000', '--port must be a whole number from 0 to 65535, found 70000'],
    ['--jobs 0', '--jobs must be a whole number of at least 1, found 0'],
    ['--host 203.0.113.7', /^Cannot listen on "203\.0\.113\.7", port 8088: .*; choose a different --port/],
    [`--mode record --tapes ${at('x')}`, /^Cannot record: set OPENAI_API_KEY/],
    [`--mode record --tapes ${PLACES.tapes}`, /it belongs to the shipped tapes/],
    [`--mode batch --misses ${at('no/such')} --tapes ${at('x')}`, /no\/such/],
  ])('refuses %s', async (line, message) => {
    expect(await refusal('serve', 'openai', ...line.split(' '))).toMatch(message);
  });

  it.skipIf(!PYTHON)('does what its page says (skipped where there is no python3)', async () => {
    const replies = ['fridge1', 'counter1'];
    const upstream = await scriptedServer((number) => ({ status: 200, body: chatBody(replies[number - 1] ?? '?') }));
    onTestFinished(upstream.close);
    const blocks = pageBlocks(readFileSync(join(PLACES.root, 'cassettes/endpoint/README.md'), 'utf8'));
    const textsIn = (language: string) => blocks.flatMap((block) => (block.language === language ? [block.text] : []));
    file('mine.py', textsIn('python').join(''));
    const commands = textsIn('sh').flatMap((text) => text.trim().split('\n'));
    const printed: string[] = [];
    let server: Awaited<ReturnType<typeof serving>> | null = null;
    for (const command of commands) {
      const [, before = '', given] = /^(.*?)npx tapedeck serve openai (.*)$/.exec(command) ?? [];
      if (given === undefined) {
        const here = command.replace('http://127.0.0.1:8088/v1', server?.url ?? '');
        printed.push((await promisify(execFile)('sh', ['-c', here], { cwd: folder })).stdout);
        continue;
      }
      await server?.end();
      const environment = Object.fromEntries(
        before
          .trim()
          .split(' ')
          .map((each) => each.split('=') as [string, string]),
      );
      const own = { ...environment, OPENAI_API_KEY: 'sk-x' };
      const there = given.replace(' --port 8088', '').replace('my_tapes', at('my_tapes'));
      const url = before === '' ? {} : { OPENAI_BASE_URL: upstream.baseUrl };
      server = await serving(there.split(' '), { ...own, ...url });
    }
    expect(printed).toEqual(['fridge1 counter1\n', 'fridge1 counter1\n']);
    expect(upstream.seen).toHaveLength(2);
  });
});
