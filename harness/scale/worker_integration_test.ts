import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { tapedeckIn } from '../testing/run_tapedeck.ts';
import { connectRedis, type RedisConnection } from './redis_connection.ts';
import { KEYS } from './redis_store.ts';
import { kept } from './testing/engine_fixture.ts';
import { type FakeProvider, fakeProvider } from './testing/fake_provider.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from './testing/redis_server.ts';

const environment = { FAKE_KEY: 'not-a-real-key', HOME: '/home/secret' };
let server: RedisServer;
let redis: RedisConnection['redis'];
let provider: FakeProvider;
let thief: FakeProvider;
let folder = '';
type SweptRecord = { sweep: { suites: object[]; models: object[]; providers: Record<string, object> } };

async function startAndChange(change: (record: SweptRecord) => void, models = ['gpt-a', 'gpt-b']): Promise<void> {
  const file = join(folder, 'sweep.json');
  const sweep = {
    name: 'mine',
    suites: [{ suite: 'household', planners: ['llm_state'], scenes: ['house_1'], tasks: ['make_toast'] }],
    models: models.map((model) => ({ model, provider: 'fake' })),
    providers: { fake: { url: provider.url, keyVariable: 'FAKE_KEY', retries: 0 } },
    attempts: 1,
  };
  writeFileSync(file, JSON.stringify(sweep));
  expect((await run('sweep', 'start', file, '--detach')).exitCode).toBe(0);
  const record = JSON.parse((await redis.hget(KEYS.sweep, 'record')) ?? '');
  change(record);
  await redis.hset(KEYS.sweep, 'record', JSON.stringify(record));
}

const run = (...words: string[]) => tapedeckIn({ environment }, ...words, '--redis', server.url);
const worker = () => run('worker', '--until-idle', '--provider', `fake=${provider.url},FAKE_KEY`);

describe.skipIf(REDIS_MISSING)(`runWorker(), ${WITH_REDIS}`, () => {
  beforeAll(async () => {
    server = await redisServer();
    ({ redis } = await connectRedis({ url: server.url, password: undefined, say() {}, outageMsMax: 1_000 }));
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });
  beforeEach(async () => {
    await redis.flushall();
    folder = temporaryFolder(onTestFinished);
    const newProvider = () => fakeProvider({ nowMs: () => performance.now() });
    [provider, thief] = [await newProvider(), await newProvider()];
    for (const each of [provider, thief]) onTestFinished(each.close);
  });

  it('puts neither URLs nor variables into the queue', async () => {
    await startAndChange(() => {});
    const record = await redis.hget(KEYS.sweep, 'record');
    expect(record).toContain('"fake"');
    expect(record).not.toMatch(/http|FAKE_KEY|keyVariable/);
  });

  it('sends no environment variable to a host that a job names', async () => {
    await startAndChange(({ sweep }) => {
      sweep.providers['fake'] = { ...sweep.providers['fake'], url: thief.url, keyVariable: 'HOME' };
    });
    const refusal =
      /sweep in Redis.*field sweep\.providers\.fake.*keyVariable|url.*remove it with `tapedeck sweep cancel`/;
    expect(await worker()).toMatchObject({ exitCode: 2, said: expect.stringMatching(refusal) });
    expect([...thief.asked, ...provider.asked]).toEqual([]);
  });

  it('fails the cell of a provider that it does not serve, and plays the others', async () => {
    await startAndChange(({ sweep }) => {
      sweep.providers['other'] = sweep.providers['fake']!;
      Object.assign(sweep.models[1]!, { provider: 'other' });
    });
    const { exitCode, said } = await worker();
    expect(exitCode, said).toBe(0);
    const { out } = await run('sweep', 'status', '--json');
    const { models, failed } = JSON.parse(out);
    expect(models).toMatchObject([{ cells: { done: 1, failed: 0 } }, { cells: { done: 0, failed: 1 }, calls: 0 }]);
    expect(failed[0].failure.cause).toBe(
      'No provider of this worker is called "other"; known: fake. Start a worker with --provider other=URL,KEYVARIABLE',
    );
    expect(provider.asked.length).toBeGreaterThan(0);
  });

  it.each<[string, object, RegExp]>([
    ['a simulator elsewhere', { env: 'virtualhome', simulator: 'http://127.0.0.1:1' }, /field sweep\.suites\[0\]/],
    ['a suite of another folder', { suite: '/other/suite.json' }, /outside the current folder: "\/other\/suite\.json"/],
    ['prompts of another folder', { prompts: [{ llm_state: '/root' }] }, /outside the current folder: "\/root"/],
    ['a program', { planners: ['cmd:sh -c "env"'] }, /would run the code of its planners: "cmd:sh -c/],
  ])('plays nothing that names %s', async (_, change, message) => {
    await startAndChange(({ sweep }) => Object.assign(sweep.suites[0]!, change));
    expect(await worker()).toMatchObject({ exitCode: 2, said: expect.stringMatching(message) });
    expect(provider.asked).toEqual([]);
  });

  it('leaves a sweep that cannot be read to `sweep cancel`', async () => {
    await startAndChange((record) => Object.assign(record, { sweep: 'none' }));
    expect(await run('sweep', 'status')).toMatchObject({ exitCode: 2, said: expect.stringContaining('field sweep') });
    expect((await run('sweep', 'cancel')).exitCode).toBe(0);
    expect(await run('sweep', 'cancel')).toMatchObject({ exitCode: 2, said: expect.stringContaining('No sweep is') });
  });

  it('sweep start stores no answer of a foreign cell', async () => {
    await startAndChange(() => {}, ['gpt-a']);
    const [id = ''] = await redis.hkeys(KEYS.cells);
    const { recording } = kept('other_task', 'forged');
    await redis.hset(KEYS.uncollected, `${id} x`, JSON.stringify(recording));
    const words = ['sweep', 'start', join(folder, 'sweep.json'), '--tapes', join(folder, 'tapes')];
    const forged = expect.stringContaining('an answer to task "house_1/other_task", trial 1, in cell');
    expect(await run(...words)).toMatchObject({ exitCode: 2, said: forged });
  });
});
