import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SweepEngine } from '../engine/sweep_engine.ts';
import { engineContract } from '../testing/engine_contract.ts';
import { queued, RECORD } from '../testing/engine_fixture.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from '../testing/redis_server.ts';
import { connectRedis } from './redis_connection.ts';
import { RedisEngine } from './redis_engine.ts';

let server: RedisServer;
let databases = 0;

async function open({ again }: { again: boolean }): Promise<SweepEngine> {
  if (!again) databases += 1;
  const url = server.url.replace(/0$/, String(databases));
  const connection = await connectRedis({ url, password: undefined, say: () => {}, awayMs: 30_000 });
  return new RedisEngine({ connection, stalledMs: 1_000, say: () => {} });
}

describe.skipIf(REDIS_MISSING)(WITH_REDIS, () => {
  beforeAll(async () => {
    server = await redisServer([...['--databases', '100'], '--appendonly', 'yes', '--appendfsync', 'always']);
  });
  afterAll(() => server.close());

  engineContract('RedisEngine', open, () => performance.now());

  it('RedisEngine gives the cell of a worker that vanished to another', async () => {
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
});
