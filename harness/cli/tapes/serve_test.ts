import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { PLACES } from '../../io/places.ts';
import { tapedeck, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { serving as servingWith } from '../../testing/serving.ts';
import { storedTrace } from '../../testing/stored_traces.ts';

const { folder } = scratchFolder();

const EPISODE = 'tabletop/tower_3_01/tower_3/1';
const PYTHON = spawnSync('python3', ['--version']).status === 0;

/** Blocks of the endpoint's page in a language, in order. */
function blocks(language: string): string[] {
  const page = readFileSync(join(PLACES.root, 'cassettes/endpoint/README.md'), 'utf8');
  const fence = '`'.repeat(3);
  return Array.from(
    page.matchAll(new RegExp(`^${fence}${language}\\n([\\s\\S]*?)^${fence}$`, 'gm')),
    ([, text = '']) => text,
  );
}

/** The first request of LLM-Planner in the first tower, as the shipped tape has it. */
async function plannersRequest(): Promise<{ body: object; text: string }> {
  const run = join(folder, `run_${Math.random()}`);
  await tapedeck('run', 'tabletop', '--shipped', '--planner', 'llm_planner', '--scene', 'tower_3_01', '--out', run);
  const trace = storedTrace(run, 'tabletop/tower_3_01/tower_3/llm_planner/1');
  const call = trace
    .split('\n')
    .map((line) => JSON.parse(line || '{}'))
    .find(({ event }) => event === 'call');
  const { out } = await tapedeck('cassettes', 'show', call.key, '--json', '--shipped');
  const [{ request, reply, entries }] = [JSON.parse(out)].flat();
  return { body: request.body, text: (reply ?? entries[0].reply).text };
}

const serving = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  servingWith(['serve', 'openai', '--port', '0', ...words], environment);

async function ask(url: string, body: object, episode = EPISODE): Promise<Response> {
  return fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer tapedeck:${episode}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('tapedeck serve openai', () => {
  it('answers from the shipped tapes what a planner in any language asks', async () => {
    const { body, text } = await plannersRequest();
    const { url, said, end } = await serving([]);
    const answered = await ask(url, body);
    expect(await answered.json()).toMatchObject({ choices: [{ message: { content: text } }] });
    expect((await ask(url, body)).status).toBe(404);
    expect(await end()).toBe(130);
    expect(said.at(-1)).toBe('1 answer, 1 miss, 0 recorded');
    await expect(fetch(`${url}/models`)).rejects.toThrow();
  });

  it('adds what is missing to a file that is exported, in mode batch', async () => {
    const misses = join(folder, 'misses.jsonl');
    const tapes = join(folder, 'batch_tapes');
    const { url, end } = await serving(words`--mode batch --misses ${misses} --tapes ${PLACES.tapes} --tapes ${tapes}`);
    const body = { model: 'claude', temperature: 0.5, messages: [{ role: 'user', content: 'Build something.' }] };
    for (const _ of [1, 2]) {
      const response = await ask(url, body);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('closest recording') } });
    }
    await end();
    expect(readFileSync(misses, 'utf8').split('\n')).toHaveLength(2);
    const requests = join(folder, 'requests.jsonl');
    const exported = await tapedeck(
      'batch',
      'export',
      misses,
      '-o',
      requests,
      '--tapes',
      PLACES.tapes,
      '--tapes',
      tapes,
    );
    expect(exported, exported.said).toMatchObject({ exitCode: 0 });
    const line = JSON.parse(readFileSync(requests, 'utf8'));
    expect(line.body).toEqual(body);
    const answers = join(folder, 'answers.jsonl');
    writeFileSync(answers, `${JSON.stringify({ custom_id: line.custom_id, content: 'Done.' })}\n`);
    const given = ['--provider', 'p', '--channel', 'c', '--answered-on', '2026-01-31'];
    await tapedeck('batch', 'ingest', answers, ...given, '--tapes', PLACES.tapes, '--tapes', tapes);
    const again = await serving(['--tapes', PLACES.tapes, '--tapes', tapes]);
    expect(await (await ask(again.url, body)).json()).toMatchObject({ choices: [{ message: { content: 'Done.' } }] });
  });

  it('records through the live client onto a layer of its own', async () => {
    const upstream = await scriptedServer(() => ({ status: 200, body: chatBody('new') }));
    onTestFinished(upstream.close);
    const tapes = join(folder, 'record_tapes');
    const { url, said, end } = await serving(['--mode', 'record', '--tapes', tapes, '--url', upstream.baseUrl], {
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
    [['--port', '70000'], '--port must be a whole number from 0 to 65535, found 70000'],
    [['--jobs', '0'], '--jobs must be a whole number of at least 1, found 0'],
    [['--host', '203.0.113.7'], /^Cannot listen at "203\.0\.113\.7", port 8088: .*; choose another --port/],
    [['--mode', 'record', '--tapes', join(folder, 'x')], /^Cannot record: set OPENAI_API_KEY/],
    [['--mode', 'record', '--tapes', PLACES.tapes], /the shipped tapes lie there/],
    [['--mode', 'batch', '--misses', join(folder, 'no/such'), '--tapes', join(folder, 'x')], /no\/such/],
  ])('refuses %j', async (words, message) => {
    const { exitCode, said } = await tapedeck('serve', 'openai', ...words);
    expect(said).toMatch(message);
    expect(exitCode).toBe(2);
  });

  it('ends in good order at a signal', async () => {
    const words = ['serve', 'openai', '--port', '0', '--json'];
    const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...words], { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(JSON.parse(line)).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      mode: 'replay',
    });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([130, null]);
  });

  it.skipIf(!PYTHON)('is asked by the standard library of Python (skipped where there is no python3)', async () => {
    const { body, text } = await plannersRequest();
    const { url } = await serving([]);
    const script = `
import json, os, sys, urllib.error, urllib.request
body = json.load(sys.stdin)
def ask(body):
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions", json.dumps(body).encode(),
        {"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"], "Content-Type": "application/json"})
    return urllib.request.urlopen(request)
with ask(body) as reply:
    text = json.load(reply)["choices"][0]["message"]["content"]
try:
    ask({**body, "temperature": 1.5})
except urllib.error.HTTPError as error:
    miss = [error.code, json.load(error)["error"]["message"]]
pieces = []
os.environ["OPENAI_API_KEY"] += "#streamed"
with ask({**body, "stream": True}) as reply:
    for line in reply:
        if line.startswith(b"data: {"):
            pieces += [choice["delta"].get("content", "") for choice in json.loads(line[6:])["choices"]]
print(json.dumps([text, miss, "".join(pieces)]))`;
    const asking = promisify(execFile)('python3', ['-c', script], {
      env: { ...process.env, OPENAI_BASE_URL: url, OPENAI_API_KEY: `tapedeck:${EPISODE}` },
    });
    asking.child.stdin?.end(JSON.stringify(body));
    const [whole, [status, message], streamed] = JSON.parse((await asking).stdout);
    expect(whole).toBe(text);
    expect(streamed).toBe(text);
    expect(status).toBe(404);
    expect(message).toContain('"temperature": recorded 0.1, asked 1.5');
  });

  it.skipIf(!PYTHON)('does what its page says (skipped where there is no python3)', async () => {
    const words = ['fridge1', 'counter1'];
    const upstream = await scriptedServer((number) => ({ status: 200, body: chatBody(words[number - 1] ?? '?') }));
    onTestFinished(upstream.close);
    writeFileSync(join(folder, 'mine.py'), blocks('python').join(''));
    const commands = blocks('sh').flatMap((block) => block.trim().split('\n'));
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
      const there = given.replace(' --port 8088', '').replace('my_tapes', join(folder, 'my_tapes'));
      const url = before === '' ? {} : { OPENAI_BASE_URL: upstream.baseUrl };
      server = await serving(there.split(' '), { ...own, ...url });
    }
    expect(printed).toEqual(['fridge1 counter1\n', 'fridge1 counter1\n']);
    expect(upstream.seen).toHaveLength(2);
  });
});
