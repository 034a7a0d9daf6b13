import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectRedis } from './redis_connection.ts';
import { RedisStore } from './redis_store.ts';
import { SweepEngine } from './sweep_engine.ts';
import { engineContract } from './testing/engine_contract.ts';
import { queued, RECORD } from './testing/engine_fixture.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from './testing/redis_server.ts';

let server: RedisServer;
let databases = 0;

async function open({ again }: { again: boolean }): Promise<SweepEngine> {
  if (!again) databases += 1;
  const url = server.url.replace(/0$/, String(databases));
  const connection = await connectRedis({ url, password: undefined, say: () => {}, awayMs: 30_000 });
  return new SweepEngine(new RedisStore({ connection, stalledMs: 1_000, say: () => {} }));
}

describe.skipIf(REDIS_MISSING)(WITH_REDIS, () => {
  beforeAll(async () => {
    server = await redisServer([...['--databases', '100'], '--appendonly', 'yes', '--appendfsync', 'always']);
  });
  afterAll(() => server.close());

  engineContract('RedisStore', open, () => performance.now());

  it('RedisStore gives the cell of a worker that vanished to another', async () => {
    const first = await open({ again: false });
    await first.begin(RECORD, [queued('a')]);
    const options = { concurrency: 1, signal: new AbortController().signal, untilIdle: true };
    const vanished = Promise.withResolvers<void>();
    void first
      .work(async () => {
        vanished.resolve();
        return new Promise(() => {});
      }, options)
      .catch(() => {});
    await vanished.promise;
    await first.close();
    const second = await open({ again: true });
    await second.work(async () => 'done', options);
    expect((await second.status())!.models[0]!.cells).toEqual({ waiting: 0, active: 0, done: 1, failed: 0 });
    await second.close();
  });

  it('RedisStore says that Redis stayed away for too long, and ends', async () => {
    const other = await redisServer();
    onTestFinished(other.close);
    const connection = await connectRedis({ url: other.url, password: undefined, say: () => {}, awayMs: 1_000 });
    const engine = new SweepEngine(new RedisStore({ connection, stalledMs: 1_000, say: () => {} }));
    onTestFinished(() => engine.close());
    await engine.begin(RECORD, [queued('a')]);
    const begun = Promise.withResolvers<void>();
    const play = async (_: string, signal: AbortSignal) => {
      begun.resolve();
      await once(signal, 'abort');
      return 'given_back' as const;
    };
    const stop = new AbortController();
    const work = engine.work(play, { concurrency: 1, signal: stop.signal, untilIdle: true });
    const ended = expect(work).rejects.toThrow(/^Redis at 127\.0\.0\.1:\d+\/0 was away for more than 1 s; /);
    await begun.promise;
    await other.kill();
    await ended;
  });
});
