import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyTapes } from '../../../cassettes/care/tape_verify.ts';
import { writeChattyPlanner } from '../../scale/testing/chatty_planner.ts';
import { type FakeProvider, type FakeProviderOptions, fakeProvider } from '../../scale/testing/fake_provider.ts';
import { tapedeckIn, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const scratch = scratchFolder();
let folder = '';
let provider: FakeProvider;
let planners: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(scratch.at('sweep-'));
  planners = ['a', 'b'].map((name) => writeChattyPlanner(folder, { name, questions: 3, shared: 2 }));
});
afterEach(() => provider.close());

const MODEL = { model: 'gpt-a', provider: 'fake', prices: { prompt: 1_000, completion: 1_000 } };
const SWEEP = () => join(basename(folder), 'sweep.json');

async function write(
  options: Partial<FakeProviderOptions> = {},
  change: object = {},
  providerChange: object = {},
): Promise<string> {
  provider = await fakeProvider({ nowMs: () => performance.now(), ...options });
  const suite = { suite: 'household', planners, scenes: ['house_1'], tasks: ['make_toast', 'use_computer'] };
  const providers = { fake: { url: provider.url, retries: 0, ...providerChange } };
  const sweep = { name: 'mine', suites: [suite], models: [MODEL], providers, attempts: 1, ...change };
  return scratch.file(SWEEP(), JSON.stringify(sweep));
}

function rewrite(change: object): void {
  scratch.file(SWEEP(), JSON.stringify({ ...JSON.parse(scratch.read(SWEEP())), ...change }));
}

const places = () => words`--sweeps ${join(folder, 'sweeps')} --tapes ${join(folder, 'tapes')}`;
const environment = { FAKE_KEY: 'not-a-real-key', SECRET_WORD: 'not-a-real-key' };
const start = (file: string, ...more: string[]) =>
  tapedeckIn({ environment }, ...words`sweep start ${file} --allow-code ${places()} ${more}`);
const sweep = (...argv: string[]) => tapedeckIn({}, ...words`sweep ${argv} --sweeps ${join(folder, 'sweeps')}`);

const NO_KEY = () => ({ status: 401, body: '{"error":{"message":"no such key"}}' });
const refusing = (text: string) => ({ exitCode: 2, said: expect.stringContaining(text) });

describe('tapedeck sweep start, without Redis', () => {
  it('records every question once, onto a tape that replays; started again, it asks nobody', async () => {
    const file = await write();
    const { exitCode, out, said } = await start(file);
    expect(exitCode, said).toBe(0);
    expect(out).toMatch(/Sweep "mine": 2 of 2 cells done[\s\S]*gpt-a +2 +0 +0 +0 +8 +880 +0.88 USD/);
    expect(said).toContain('8 answers recorded');
    expect(provider.asked).toHaveLength(8);
    expect(new Set(provider.asked.map(({ prompt }) => prompt)).size).toBe(8);
    expect(await verifyTapes(join(folder, 'tapes'))).toMatchObject({ replies: 8, problems: [] });
    const replay = await tapedeckIn(
      {},
      ...words`run household --model gpt-a --scene house_1 --task make_toast --planner ${planners[0]!}`,
      ...words`--tapes ${join(folder, 'tapes')} --out ${join(folder, 'run')}`,
    );
    expect(replay.exitCode, replay.said).toBe(0);
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

  it('lists failures with request and cause, and requests only these when started again', async () => {
    let isDown = true;
    const down = { status: 503, body: '{"error":{"message":"down"}}' };
    const file = await write({ respond: (prompt) => (isDown && prompt.includes('\\"b\\"') ? down : null) });
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

  it('stops for good where the key is refused, refuses other cells, and goes on with a right key', async () => {
    let isRefused = true;
    const file = await write({ respond: () => (isRefused ? NO_KEY() : null) }, {}, { keyVariable: 'FAKE_KEY' });
    const { exitCode, out } = await start(file);
    expect(exitCode).toBe(3);
    expect(out).toMatch(/stopped: Cannot get an answer .*no such key; check the key/);
    expect(provider.asked.length).toBeLessThanOrEqual(2);
    rewrite({ models: [{ ...MODEL, model: 'gpt-c' }] });
    expect(await start(file)).toMatchObject(
      refusing('was started with different planners, prompts, tasks or models and is not complete'),
    );
    rewrite({ models: [MODEL] });
    isRefused = false;
    expect((await start(file)).exitCode).toBe(0);
    expect(new Set(provider.asked.map(({ key }) => key))).toEqual(new Set(['not-a-real-key']));
  });

  it('spends no more than the budget and what is under way', async () => {
    const file = await write({}, { budget: 0.3 });
    const first = await start(file, '--concurrency', '1');
    expect(first.exitCode).toBe(4);
    expect(first.out).toContain('Sweep "mine" is stopped: the budget of 0.3 USD is spent (0.33 USD)');
    expect(provider.asked).toHaveLength(3);
    rewrite({ budget: 10 });
    expect((await start(file)).exitCode).toBe(0);
    expect(provider.asked).toHaveLength(8);
  });

  it('reports the minimum of missing calls without a request, with --dry-run', async () => {
    const { exitCode, out, said } = await start(await write(), '--dry-run');
    expect(exitCode).toBe(0);
    expect(out).toBe('4 of 4 episodes in 2 cells would make requests that are not on the tapes');
    expect(said).toContain('at least 2 calls');
    expect(provider.asked).toEqual([]);
  });

  it('keeps its answers when it is interrupted, and continues', async () => {
    const stop = new AbortController();
    const file = await write({
      respond() {
        if (provider.asked.length === 3) stop.abort();
        return null;
      },
    });
    const argv = words`sweep start ${file} --allow-code ${places()} --concurrency 1`;
    expect((await tapedeckIn({ signal: stop.signal }, ...argv)).exitCode).toBe(130);
    expect((await start(file)).exitCode).toBe(0);
    expect(provider.asked).toHaveLength(8);
  });

  it('runs no code of a sweep file from elsewhere without --allow-code', async () => {
    const { exitCode, said } = await tapedeckIn({}, 'sweep', 'start', await write(), ...places());
    expect(exitCode).toBe(2);
    expect(said).toMatch(/lies outside the current folder and would run the code of its planners: .*a\.mjs/);
  });

  it('takes a key only from a variable with a key’s name, unless another is allowed, and names a missing one', async () => {
    const file = await write({}, {}, { keyVariable: 'SECRET_WORD' });
    const { exitCode, said } = await start(file);
    expect(exitCode).toBe(2);
    expect(said).toMatch(
      /field providers\.fake\.keyVariable: expected a name that ends in _KEY or _TOKEN .*add --allow-key-variable SECRET_WORD/,
    );
    expect(provider.asked).toEqual([]);
    expect((await start(file, '--allow-key-variable', 'SECRET_WORD')).exitCode).toBe(0);
    expect(provider.asked[0]?.key).toBe('not-a-real-key');
    rewrite({ providers: { fake: { url: provider.url, keyVariable: 'OTHER_KEY' } } });
    expect(await start(file)).toMatchObject(refusing('set OTHER_KEY to the key of provider "fake"'));
  });
});

describe('tapedeck sweep status, pause, resume, cancel', () => {
  it('say how far it has come, and change it, once it was started', async () => {
    const file = await write({ respond: NO_KEY });
    expect(await sweep('status')).toMatchObject(refusing('No sweep was started'));
    expect(await sweep('pause', 'other')).toMatchObject({ exitCode: 2 });
    await start(file);
    expect((await sweep('status')).out).toContain('stopped: Cannot get an answer');
    expect((await sweep('resume')).out).toContain('0 of 2 cells done');
    expect((await sweep('pause')).out).toContain('stopped: paused by');
    expect((await sweep('cancel', 'mine')).said).toContain('Sweep "mine" is cancelled');
    expect(await sweep('status')).toMatchObject(refusing('No sweep is under way here'));
    rewrite({ models: [{ ...MODEL, model: 'gpt-c' }] });
    expect((await start(file)).exitCode).toBe(3);
  });

  it('cancel also a sweep whose record is damaged', async () => {
    await start(await write());
    const database = new DatabaseSync(join(folder, 'sweeps/mine.sqlite'));
    database.exec("UPDATE documents SET text = '{' WHERE name = 'record'");
    database.close();
    expect(await sweep('status', 'mine')).toMatchObject({ exitCode: 2 });
    expect((await sweep('cancel', 'mine')).said).toContain('The sweep, whose record is unreadable, is cancelled');
  });
});
