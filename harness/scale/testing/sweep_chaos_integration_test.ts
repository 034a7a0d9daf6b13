/** With TAPEDECK_TEST_FACTOR=5, 100 processes are killed with Redis and 50 without; TAPEDECK_TEST_SEED draws others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../../../cassettes/care/tape_verify.ts';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { seedOf } from '../../io/digest.ts';
import { PLACES } from '../../io/places.ts';
import { isLong } from '../../testing/run_count.ts';
import { writeChattyPlanner } from './chatty_planner.ts';
import { type AskedOfProvider, fakeProvider } from './fake_provider.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from './redis_server.ts';

const SEED = process.env['TAPEDECK_TEST_SEED'] ?? '1';
const WORKERS = 4;
const CONCURRENCY = 4;
/** Of each cell: 3 questions that two planners share, and 2 of each alone. */
const QUESTIONS = 7;
const REQUESTS_PER_MINUTE = 600;
type Kill = Readonly<{ what: string; atMs: number }>;
type Swept = Awaited<ReturnType<typeof newSweep>>;
const draw = (what: string) => seedOf(`${SEED} ${what}`);

async function newSweep(answers: number) {
  const folder = temporaryFolder(onTestFinished);
  const limits = { requestsPerMinute: 1.1 * REQUESTS_PER_MINUTE, latencyMs: 100, errorEvery: 15 };
  const provider = await fakeProvider({ nowMs: () => performance.now(), ...limits });
  onTestFinished(provider.close);
  const planners = ['a', 'b'].map((name) => writeChattyPlanner(folder, { name, questions: 5, shared: 3 }));
  const trials = Math.ceil(answers / (2 * QUESTIONS));
  const tasks = ['make_toast', 'use_computer'];
  const fake = { url: provider.url, keyVariable: 'FAKE_KEY', requestsPerMinute: REQUESTS_PER_MINUTE, retries: 8 };
  const suites = [{ suite: 'household', planners, scenes: ['house_1'], tasks, trials }];
  const models = [{ model: 'gpt-a', provider: 'fake' }];
  const sweep = { name: 'chaos', suites, models, providers: { fake } };
  writeFileSync(join(folder, 'sweep.json'), JSON.stringify(sweep));
  return { folder, provider, cells: tasks.length * trials };
}

async function verdict({ folder, provider, cells }: Swept, kills: readonly Kill[]) {
  const { asked } = provider;
  expect(await verifyTapes(join(folder, 'tapes'))).toMatchObject({ replies: cells * QUESTIONS, problems: [] });
  const answered = asked.filter(({ isAnswer }) => isAnswer);
  expect(new Set(answered.map(({ prompt }) => prompt)).size).toBe(cells * QUESTIONS);
  const again = askedAgain(asked, kills);
  expect(again).toBeLessThanOrEqual(kills.length * CONCURRENCY * WORKERS);
  const most = mostIn(asked, 10_000);
  // Requests that were late may come together: as many as wait for their places.
  expect(most).toBeLessThanOrEqual(REQUESTS_PER_MINUTE / 6 + CONCURRENCY * WORKERS);
  const counts = Object.entries(Object.groupBy(kills, ({ what }) => what.replace(/\d*-?\d+$/, '')));
  const killed = counts.map(([what, of]) => `${what} ${of?.length}`).join(', ');
  const refused = asked.filter(({ status }) => status === 429).length;
  return `${cells * QUESTIONS} answers; killed: ${killed}; ${again} asked again; at most ${most} requests in 10 s, ${refused} refused`;
}

function mostIn(asked: readonly AskedOfProvider[], spanMs: number): number {
  const times = asked.map(({ atMs }) => atMs).sort((a, b) => a - b);
  let [most, from] = [0, 0];
  for (const [at, ms] of times.entries()) {
    while ((times[from] ?? ms) <= ms - spanMs) from += 1;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

const TIME = { timeout: 3_600_000 };
const TITLE = 'a sweep loses no answer, and asks none twice but those under way, with';
const [KILLS_HERE, KILLS] = isLong ? [50, 100] : [2, 2];

test(`without Redis, ${TITLE} ${KILLS_HERE} killed`, TIME, async ({ annotate }) => {
  const sweep = await newSweep(12 * KILLS_HERE);
  const kills: Kill[] = [];
  const { asked } = sweep.provider;
  const words = ['sweep', 'start', 'sweep.json', '--tapes', 'tapes', '--sweeps', 'sweeps', '--concurrency', '2'];
  for (let number = 0; number < KILLS_HERE; number += 1) {
    const what = `starter-${number}`;
    const child = spawned(sweep.folder, what, ...words);
    const before = asked.length;
    if (draw(`as it plays ${number}`) % 5 > 0) {
      await expect.poll(() => asked.length > before || child.exitCode !== null, { timeout: 300_000 }).toBe(true);
    }
    await sleep(draw(`pause ${number}`) % 1_500);
    expect(child.exitCode).toBeNull();
    await killed(child);
    kills.push({ what, atMs: performance.now() });
  }
  const [exitCode] = await once(spawned(sweep.folder, 'starter-last', ...words), 'exit');
  expect(exitCode).toBe(0);
  await annotate(await verdict(sweep, kills));
});

test.skipIf(REDIS_MISSING)(`${WITH_REDIS}, ${TITLE} ${KILLS} killed`, TIME, async ({ annotate }) => {
  const redis = await redisServer();
  onTestFinished(redis.close);
  const sweep = await newSweep(25 * KILLS);
  const kills = await sweepUnderFire(sweep, redis);
  expect(kills).toHaveLength(KILLS);
  await annotate(await verdict(sweep, kills));
});

function spawned(folder: string, key: string, ...words: string[]): ChildProcess {
  const stderr = process.env['TAPEDECK_TEST_LOUD'] === undefined ? 'ignore' : 'inherit';
  const code = words[0] === 'sweep' ? ['--allow-code'] : [];
  const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...words, ...code], {
    cwd: folder,
    env: { ...process.env, FAKE_KEY: key },
    stdio: ['ignore', 'ignore', stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function sweepUnderFire({ folder, provider }: Swept, redis: RedisServer): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  const alive = new Map<string, ChildProcess>();
  const keys = new Map<string, string>();
  const allowed = ['a', 'b'].flatMap((name) => ['--allow-planner', join(folder, `${name}.mjs`)]);
  let started = 0;

  function begin(what: string, ...words: string[]): void {
    started += 1;
    keys.set(what, `${what}-${started}`);
    alive.set(what, spawned(folder, `${what}-${started}`, ...words, '--redis', redis.url));
  }
  const limits = ['--concurrency', String(CONCURRENCY), '--stalled-s', '15'];
  const work = (number: number) =>
    begin(`worker${number}`, 'worker', '--provider', `fake=${provider.url},FAKE_KEY`, ...allowed, ...limits);
  const start = () => begin('starter', 'sweep', 'start', 'sweep.json', '--tapes', 'tapes');

  start();
  for (let number = 1; number <= WORKERS; number += 1) work(number);
  await sleep(4_000);
  for (let number = 0; number < KILLS; number += 1) {
    await sleep(500 + (draw(`pause ${number}`) % 2_000));
    const kind = number === 1 ? 80 : number === 3 ? 95 : draw(String(number)) % 100;
    if (kind < 75) {
      const what = `worker${1 + (draw(`who ${number}`) % WORKERS)}`;
      await killed(alive.get(what));
      kills.push({ what: keys.get(what) ?? '', atMs: performance.now() });
      work(Number(what.at(-1)));
    } else if (kind < 90) {
      await redis.kill();
      kills.push({ what: 'redis', atMs: performance.now() });
      await sleep(draw(`away ${number}`) % 1_000);
      await redis.start();
    } else {
      await killed(alive.get('starter'));
      kills.push({ what: 'starter', atMs: performance.now() });
      start();
    }
  }
  const [exitCode] = await once(alive.get('starter') as ChildProcess, 'exit');
  expect(exitCode).toBe(0);
  return kills;
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A worker stores an answer before it asks again, so a repeated request is its last in the cell, before a kill. */
function askedAgain(asked: readonly AskedOfProvider[], kills: readonly Kill[]): number {
  const good = asked.filter(({ isAnswer }) => isAnswer);
  let again = 0;
  for (const [prompt, times] of Map.groupBy(good, (one) => one.prompt)) {
    for (const { key, atMs } of times.slice(0, -1)) {
      again += 1;
      const last = asked.findLast((one) => one.key === key && cellOf(one.prompt) === cellOf(prompt));
      expect(last?.prompt, `asked again: ${prompt} of ${key}`).toBe(prompt);
      const why = kills.filter((kill) => (kill.what === key || kill.what === 'redis') && kill.atMs >= atMs);
      expect(why.length, `asked again without need: ${prompt} of ${key}`).toBeGreaterThan(0);
    }
  }
  return again;
}

function cellOf(prompt: string): string {
  const [, [{ content }]] = JSON.parse(prompt) as [string, [{ content: string }]];
  return String((JSON.parse(content) as unknown[])[0]);
}
