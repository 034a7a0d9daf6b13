/**
 * A sweep under fire: four workers, their Redis and whoever collects are killed at random, as a power cut would; nothing is lost, and nothing
 * is asked twice but what was under way.
 *
 * 5 are killed by default, 100 with TAPEDECK_TEST_FACTOR=5; `TAPEDECK_TEST_SEED` has others killed.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../../../cassettes/care/tape_verify.ts';
import { seedOf } from '../../io/digest.ts';
import { PLACES } from '../../io/places.ts';
import { writeChattyPlanner } from './chatty_planner.ts';
import { type AskedOfProvider, type FakeProvider, fakeProvider } from './fake_provider.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from './redis_server.ts';

const KILLS = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5 ? 100 : 5;
const SEED = process.env['TAPEDECK_TEST_SEED'] ?? '1';
const WORKERS = 4;
const CONCURRENCY = 4;
/** Of each cell: 3 questions that two planners share, and 2 of each alone. */
const QUESTIONS = 7;
/** Of two cells, so that the sweep outlasts its killers. */
const TRIALS = Math.ceil((KILLS * 25) / (2 * QUESTIONS));

type Kill = { readonly what: string; readonly atMs: number };
type Parts = { readonly folder: string; readonly redis: RedisServer; readonly provider: FakeProvider };

test.skipIf(REDIS_MISSING)(
  `${WITH_REDIS}, a sweep loses no answer, and asks none twice but those under way, with ${KILLS} killed`,
  {
    timeout: 1_800_000,
  },
  async ({ annotate }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-sweep-chaos-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const redis = await redisServer();
    onTestFinished(redis.close);
    const provider = await fakeProvider({
      nowMs: () => performance.now(),
      requestsPerMinute: 660,
      latencyMs: 100,
      errorEvery: 15,
    });
    onTestFinished(provider.close);
    const parts = { folder, redis, provider };
    writeSweep(parts);

    const kills = await sweepUnderFire(parts);
    expect(kills).toHaveLength(KILLS);

    const cells = 2 * TRIALS;
    expect(await verifyTapes(join(folder, 'tapes'))).toMatchObject({ replies: cells * QUESTIONS, problems: [] });
    const answered = provider.asked.filter(({ isAnswer }) => isAnswer);
    expect(new Set(answered.map(({ prompt }) => prompt)).size).toBe(cells * QUESTIONS);
    const again = askedAgain(provider.asked, kills);
    const counts = Object.entries(Object.groupBy(kills, ({ what }) => what.replace(/\d+$/, '')));
    await annotate(
      `${cells * QUESTIONS} answers; killed: ${counts.map(([what, of]) => `${what} ${of?.length}`).join(', ')}; ${again} asked again`,
    );
    expect(again).toBeLessThanOrEqual(KILLS * CONCURRENCY * WORKERS);
  },
);

function writeSweep({ folder, provider }: Parts): void {
  const planners = ['a', 'b'].map((name) => writeChattyPlanner(folder, { name, questions: 5, shared: 3 }));
  const sweep = {
    name: 'chaos',
    suites: [
      { suite: 'household', planners, scenes: ['house_1'], tasks: ['make_toast', 'use_computer'], trials: TRIALS },
    ],
    models: [{ model: 'gpt-a', provider: 'fake' }],
    providers: { fake: { url: provider.url, keyVariable: 'FAKE_KEY', requestsPerMinute: 600, retries: 8 } },
  };
  writeFileSync(join(folder, 'sweep.json'), JSON.stringify(sweep));
}

/** Whom it kills starts again; returns when whoever collects says that all is there. */
async function sweepUnderFire({ folder, redis, provider }: Parts): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  const alive = new Map<string, ChildProcess>();
  const place = ['--redis', redis.url];
  const allowed = ['a', 'b'].flatMap((name) => ['--allow-planner', join(folder, `${name}.mjs`)]);
  let started = 0;

  function begin(what: string, ...words: string[]): void {
    started += 1;
    const environment = { ...process.env, FAKE_KEY: `${what}-${started}` };
    const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...words, ...place], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', process.env['TAPEDECK_TEST_LOUD'] === undefined ? 'ignore' : 'inherit'],
    });
    alive.set(what, child);
    keyOf.set(what, `${what}-${started}`);
  }
  const keyOf = new Map<string, string>();
  const work = (number: number) =>
    begin(
      ...[`worker${number}`, 'worker', '--provider', `fake=${provider.url},FAKE_KEY`, ...allowed],
      ...['--concurrency', String(CONCURRENCY), '--stalled-s', '15'],
    );
  const start = () => begin('starter', 'sweep', 'start', 'sweep.json', '--tapes', 'tapes', '--allow-code');

  onTestFinished(() => {
    for (const child of alive.values()) child.kill('SIGKILL');
  });
  start();
  for (let number = 1; number <= WORKERS; number += 1) work(number);
  await sleep(4_000);
  for (let number = 0; number < KILLS; number += 1) {
    await sleep(500 + (seedOf(`${SEED} pause ${number}`) % 2_000));
    const draw = number === 1 ? 80 : number === 3 ? 95 : seedOf(`${SEED} ${number}`) % 100;
    if (draw < 75) {
      const what = `worker${1 + (seedOf(`${SEED} who ${number}`) % WORKERS)}`;
      await killed(alive.get(what));
      kills.push({ what: keyOf.get(what) ?? '', atMs: performance.now() });
      work(Number(what.at(-1)));
    } else if (draw < 90) {
      await redis.kill();
      kills.push({ what: 'redis', atMs: performance.now() });
      await sleep(seedOf(`${SEED} away ${number}`) % 1_000);
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

/**
 * How many answers were asked for again. Whoever asks for the next answer of a cell has the one before kept; so what is asked again was
 * the last that its worker asked for in that cell, and the worker, or the Redis, was killed from then on.
 */
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
