import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyTapes } from '../../../cassettes/care/tape_verify.ts';
import { writeChattyPlanner } from '../../scale/testing/chatty_planner.ts';
import { type FakeProvider, type FakeProviderOptions, fakeProvider } from '../../scale/testing/fake_provider.ts';
import { tapedeckIn } from '../../testing/run_tapedeck.ts';

let folder = '';
let provider: FakeProvider;
const planners: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-sweep-'));
  planners.splice(
    0,
    planners.length,
    ...['a', 'b'].map((name) => writeChattyPlanner(folder, { name, questions: 3, shared: 2 })),
  );
});
afterEach(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

const MODEL = { model: 'gpt-a', provider: 'fake', prices: { prompt: 1_000, completion: 1_000 } };

/** Two tasks, two planners with 2 questions in common and 1 of its own each: 8 questions. */
async function write(
  options: Partial<FakeProviderOptions> = {},
  change: object = {},
  providerChange: object = {},
): Promise<string> {
  provider = await fakeProvider({ nowMs: () => performance.now(), ...options });
  const path = join(folder, 'sweep.json');
  const suite = { suite: 'household', planners, scenes: ['house_1'], tasks: ['make_toast', 'use_computer'] };
  const providers = { fake: { url: provider.url, retries: 0, ...providerChange } };
  writeFileSync(
    path,
    JSON.stringify({ name: 'mine', suites: [suite], models: [MODEL], providers, attempts: 1, ...change }),
  );
  return path;
}

const PLACES = () => ['--sweeps', join(folder, 'sweeps'), '--tapes', join(folder, 'tapes')];
const start = (file: string, ...more: string[]) =>
  tapedeckIn(
    { environment: { FAKE_KEY: 'not-a-real-key', SECRET_WORD: 'not-a-real-key' } },
    'sweep',
    'start',
    file,
    '--allow-code',
    ...PLACES(),
    ...more,
  );
const sweep = (...words: string[]) => tapedeckIn({}, 'sweep', ...words, '--sweeps', join(folder, 'sweeps'));

describe('tapedeck sweep start, without Redis', () => {
  it('records every question once, onto a tape that replays', async () => {
    const file = await write();
    const { exitCode, out, said } = await start(file);
    expect(exitCode, said).toBe(0);
    expect(out).toMatch(/Sweep "mine": 2 of 2 cells done[\s\S]*gpt-a +2 +0 +0 +0 +8 +880 +0.88 USD/);
    expect(said).toContain('8 answers recorded');
    expect(provider.asked.map(({ prompt }) => prompt)).toHaveLength(8);
    expect(new Set(provider.asked.map(({ prompt }) => prompt)).size).toBe(8);
    expect(await verifyTapes(join(folder, 'tapes'))).toMatchObject({ replies: 8, problems: [] });
    const replay = await tapedeckIn(
      {},
      ...[
        'run',
        'household',
        '--model',
        'gpt-a',
        '--scene',
        'house_1',
        '--task',
        'make_toast',
        '--planner',
        planners[0] ?? '',
      ],
      ...['--tapes', join(folder, 'tapes'), '--out', join(folder, 'run')],
    );
    expect(replay.exitCode, replay.said).toBe(0);
  });

  it('asks nobody when it is started again', async () => {
    const file = await write();
    await start(file);
    expect(await start(file)).toMatchObject({ exitCode: 0, said: expect.stringContaining('0 answers recorded') });
    rmSync(join(folder, 'sweeps'), { recursive: true });
    expect((await start(file)).out).toMatch(/gpt-a +2 +0 +0 +0 +0 +0 +0.00 USD/);
    expect(provider.asked).toHaveLength(8);
  });

  it('asks for other models and prompt sets of the same planners apart', async () => {
    const models = [MODEL, { ...MODEL, model: 'gpt-b', priority: 9 }];
    const { out } = await start(await write({}, { models }), '--concurrency', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({ recorded: 16, models: [{ calls: 8 }, { calls: 8 }] });
    const asked = provider.asked.map(({ prompt }) => (JSON.parse(prompt) as [string])[0]);
    expect(asked).toEqual([...Array(8).fill('gpt-b'), ...Array(8).fill('gpt-a')]);
  });

  it('lists what failed, with request and cause; started again, it asks for that alone', async () => {
    let isDown = true;
    const respond = (prompt: string) =>
      isDown && prompt.includes('\\"b\\"') ? { status: 503, body: '{"error":{"message":"down"}}' } : null;
    const file = await write({ respond });
    const first = await start(file);
    expect(first.exitCode).toBe(3);
    expect(first.out).toMatch(
      /Failed after 1 attempt: household\/house_1\/make_toast\/1 gpt-a: request [0-9a-f]{12}, occurrence 1, of .*: .*503 down/,
    );
    isDown = false;
    const { out } = await sweep('status', 'mine', '--json');
    expect(JSON.parse(out).failed[0].failure.request.body.messages).toHaveLength(1);
    expect((await start(file)).exitCode).toBe(0);
    expect(provider.asked.filter(({ status }) => status === 200)).toHaveLength(8);
  });

  it('stops for good where the key is refused, and says so', async () => {
    let status = 401;
    const respond = () => (status === 200 ? null : { status, body: '{"error":{"message":"no such key"}}' });
    const file = await write({ respond }, {}, { keyVariable: 'FAKE_KEY' });
    const { exitCode, out } = await start(file);
    expect(exitCode).toBe(3);
    expect(out).toMatch(/stopped: Cannot get an answer .*no such key; check the key/);
    expect(provider.asked.length).toBeLessThanOrEqual(2);
    status = 200;
    expect((await start(file)).exitCode).toBe(0);
    expect(new Set(provider.asked.map(({ key }) => key))).toEqual(new Set(['not-a-real-key']));
  });

  it('spends no more than the budget and what is under way', async () => {
    const file = await write({}, { budget: 0.3 });
    const first = await start(file, '--concurrency', '1');
    expect(first.exitCode).toBe(4);
    expect(first.out).toContain('stopped: the budget of 0.3 USD is spent (0.33 USD)');
    expect(provider.asked).toHaveLength(3);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), budget: 10 }));
    expect((await start(file)).exitCode).toBe(0);
    expect(provider.asked).toHaveLength(8);
  });

  it('says what is missing at least, and asks nobody, with --dry-run', async () => {
    const { exitCode, out, said } = await start(await write(), '--dry-run');
    expect(exitCode).toBe(0);
    expect(out).toBe('4 of 4 episodes in 2 cells would make requests that are not on the tapes');
    expect(said).toContain('at least 2 calls');
    expect(provider.asked).toEqual([]);
  });

  it('keeps what it has when it is interrupted, and goes on', async () => {
    const file = await write({ latencyMs: 200 });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1_500);
    const surroundings = { signal: stop.signal };
    const first = await tapedeckIn(
      surroundings,
      'sweep',
      'start',
      file,
      '--allow-code',
      ...PLACES(),
      '--concurrency',
      '1',
    );
    expect([130, 0]).toContain(first.exitCode);
    expect((await start(file)).exitCode).toBe(0);
    expect(provider.asked).toHaveLength(8);
  });

  it('refuses other cells under the same name until it is cancelled', async () => {
    const file = await write({ respond: () => ({ status: 401, body: '{}' }) });
    await start(file);
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), models: [{ ...MODEL, model: 'gpt-c' }] }),
    );
    expect(await start(file)).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('A sweep is under way with other cells'),
    });
    expect((await sweep('cancel', 'mine')).exitCode).toBe(0);
    expect((await start(file)).exitCode).toBe(3);
  });

  it('runs no code of a sweep file from elsewhere, unless told to', async () => {
    const { exitCode, said } = await tapedeckIn({}, 'sweep', 'start', await write(), ...PLACES());
    expect(exitCode).toBe(2);
    expect(said).toMatch(/lies outside the current folder and would run the code of its planners: .*a\.mjs/);
  });

  it('takes a key from no variable that is not called so, unless it is allowed', async () => {
    const file = await write({}, {}, { keyVariable: 'SECRET_WORD' });
    expect(await start(file)).toMatchObject({
      exitCode: 2,
      said: expect.stringMatching(
        /field providers\.fake\.keyVariable: expected a name that ends in _API_KEY, _KEY or _TOKEN .*add --allow-key-variable SECRET_WORD/,
      ),
    });
    expect(provider.asked).toEqual([]);
    expect((await start(file, '--allow-key-variable', 'SECRET_WORD')).exitCode).toBe(0);
    expect(provider.asked[0]?.key).toBe('not-a-real-key');
  });

  it('says which key is not there', async () => {
    const file = await write({}, {}, { keyVariable: 'OTHER_KEY' });
    expect(await start(file)).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('set OTHER_KEY, the key of provider "fake"'),
    });
  });
});

describe('tapedeck sweep status, pause, resume, cancel', () => {
  it('say how far it has come, and change it', async () => {
    await start(await write({ respond: () => ({ status: 401, body: '{}' }) }));
    expect((await sweep('status')).out).toContain('stopped: Cannot get an answer');
    expect((await sweep('resume')).out).toContain('0 of 2 cells done');
    expect((await sweep('pause')).out).toContain('stopped: paused by');
    expect((await sweep('cancel', 'mine')).said).toContain('Sweep "mine" is cancelled');
    expect(await sweep('status')).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('No sweep is under way here'),
    });
  });

  it('know no sweep that was not started', async () => {
    await write();
    expect(await sweep('status')).toMatchObject({ exitCode: 2, said: expect.stringContaining('No sweep was started') });
    expect(await sweep('pause', 'other')).toMatchObject({ exitCode: 2 });
  });
});
