import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { verifyTapes } from '../../../cassettes/care/tape_verify.ts';
import { PLACES } from '../../io/places.ts';
import { writeChattyPlanner } from '../../scale/testing/chatty_planner.ts';
import { fakeProvider } from '../../scale/testing/fake_provider.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from '../../scale/testing/redis_server.ts';
import { tapedeckIn } from '../../testing/run_tapedeck.ts';

let server: RedisServer;
let database = 0;
let folder = '';
let served = '';

/** Two cells of 8 questions in all, from a provider that takes its time. */
async function write(latencyMs = 0) {
  const provider = await fakeProvider({ nowMs: () => performance.now(), latencyMs });
  onTestFinished(provider.close);
  served = provider.url;
  const planners = ['a', 'b'].map((name) => writeChattyPlanner(folder, { name, questions: 3, shared: 2 }));
  const file = join(folder, 'sweep.json');
  const sweep = {
    name: 'mine',
    suites: [{ suite: 'household', planners, scenes: ['house_1'], tasks: ['make_toast', 'use_computer'] }],
    models: [{ model: 'gpt-a', provider: 'fake' }],
    providers: { fake: { url: provider.url, keyVariable: 'FAKE_KEY' } },
  };
  writeFileSync(file, JSON.stringify(sweep));
  return { provider, file, sweep };
}

const environment = { FAKE_KEY: 'not-a-real-key', SECRET_WORD: 'not-for-others' };
const redis = () => ['--redis', server.url.replace(/0$/, String(database))];
const run = (...words: string[]) => tapedeckIn({ environment }, ...words, ...redis());
const start = (file: string, ...more: string[]) =>
  run('sweep', 'start', file, '--allow-code', '--tapes', join(folder, 'tapes'), ...more);
const allowed = () => [
  ...['--provider', `fake=${served},FAKE_KEY`],
  ...['a', 'b'].flatMap((name) => ['--allow-planner', join(folder, `${name}.mjs`)]),
];
const worker = (...more: string[]) => run('worker', ...allowed(), ...more);

describe.skipIf(REDIS_MISSING)(`tapedeck worker, ${WITH_REDIS}`, () => {
  beforeAll(async () => {
    server = await redisServer([...['--databases', '100'], '--appendonly', 'yes', '--appendfsync', 'always']);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    database += 1;
    folder = mkdtempSync(join(tmpdir(), 'tapedeck-worker-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
  });

  it('plays what was started, the answers end on one tape, and no other worker asks for them again', async () => {
    const { provider, file } = await write();
    expect((await start(file, '--detach')).out).toMatch(/gpt-a +0 +0 +2 +0/);
    const [first, second] = await Promise.all([worker('--until-idle'), worker('--until-idle', '--concurrency', '1')]);
    expect([first.exitCode, second.exitCode], first.said).toEqual([0, 0]);
    expect((await run('sweep', 'status')).out).toMatch(/2 of 2 cells done[\s\S]*8 answers not on a tape yet/);
    const { exitCode, said } = await start(file);
    expect(exitCode, said).toBe(0);
    expect(said).toContain('8 answers recorded');
    expect(await verifyTapes(join(folder, 'tapes'))).toMatchObject({ replies: 8, problems: [] });
    expect(new Set(provider.asked.map(({ prompt }) => prompt)).size).toBe(8);
    expect(provider.asked).toHaveLength(8);
    // Nobody is asked for what is on the starter's tapes, though a worker cannot read them.
    await run('sweep', 'cancel');
    await start(file, '--detach');
    expect((await worker('--until-idle')).exitCode).toBe(0);
    expect(provider.asked).toHaveLength(8);
    expect((await start(file)).exitCode).toBe(0);
  });

  it('gives its cells back when it is told to end, with what was under way kept', async () => {
    const { provider, file } = await write(400);
    await start(file, '--detach');
    const child = spawned('worker', ...allowed(), ...redis());
    await until(() => provider.asked.length >= 2);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(130);
    expect((await run('sweep', 'status')).out).toMatch(/gpt-a +0 +0 +2 +0 +[1-9]/);
    expect((await worker('--until-idle')).exitCode).toBe(0);
    expect(provider.asked).toHaveLength(8);
  });

  it('runs no code of a sweep without --allow-planner', async () => {
    const { file } = await write();
    await start(file, '--detach');
    const { exitCode, said } = await run('worker', '--until-idle', '--provider', `fake=${served},FAKE_KEY`);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/Sweep "mine" would run the code of its planners: .*a\.mjs.*--allow-planner/);
  });

  it('plays nothing where its files differ from the starter’s', async () => {
    const { file, sweep } = await write();
    const suite = JSON.parse(readFileSync(`${PLACES.suites}/household.json`, 'utf8')) as object;
    const own = join(folder, 'own.json');
    const writeOwn = (trials: number) => writeFileSync(own, JSON.stringify({ ...suite, plannerScenes: {}, trials }));
    writeOwn(1);
    writeFileSync(file, JSON.stringify({ ...sweep, suites: [{ ...sweep.suites[0], suite: own }] }));
    expect((await start(file, '--detach')).exitCode).toBe(0);
    writeOwn(2);
    const child = spawned('worker', ...allowed(), '--until-idle', ...redis());
    const [said, [exitCode]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(exitCode).toBe(2);
    expect(said).toContain('The sweep was started with different prompts, planners, tasks or scenes');
  });

  it.each([
    ['--redis redis://127.0.0.1:1/0', /Cannot use Redis at 127\.0\.0\.1:1\/0: .*ECONNREFUSED.*REDIS_PASSWORD/],
    ['--redis http://127.0.0.1:1', /--redis must be a URL such as redis:/],
    ['--redis redis://127.0.0.1:1/0 --concurrency 0', /--concurrency must be a whole number/],
    ['--redis redis://127.0.0.1:1/0 --provider mine=localhost', /--provider mine: "localhost" is not an http/],
    [
      '--redis redis://127.0.0.1:1/0 --provider mine=http://localhost/v1,MY_KEY',
      /set MY_KEY to the key of provider "mine"/,
    ],
  ])('says what is wrong with %s', async (words, message) => {
    expect(
      await tapedeckIn({ environment }, 'worker', '--provider', 'a=http://127.0.0.1:1/v1', ...words.split(' ')),
    ).toMatchObject({ exitCode: 2, said: expect.stringMatching(message) });
  });

  it('says that the password is wrong, and warns of a Redis that could lose answers', async () => {
    const other = await redisServer(['--requirepass', 'open']);
    onTestFinished(other.close);
    const statusWith = async (REDIS_PASSWORD: string) => {
      const { exitCode, said } = await tapedeckIn(
        { environment: { ...environment, REDIS_PASSWORD } },
        ...['sweep', 'status', '--redis', other.url],
      );
      expect(exitCode).toBe(2);
      return said;
    };
    expect(await statusWith('wrong')).toMatch(/Cannot use Redis .*WRONGPASS/);
    expect(await statusWith('open')).toMatch(
      /may lose answers if it crashes; set appendonly yes, appendfsync always\n.*No sweep is under way/,
    );
  });
});

function spawned(...words: string[]): ChildProcess {
  const child = spawn(process.execPath, [`${PLACES.root}harness/main.ts`, ...words], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { timeout: 60_000 }).toBe(true);
}
