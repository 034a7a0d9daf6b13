import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectRedis } from './redis_connection.ts';
import { RedisStore } from './redis_store.ts';
import { type PlayCell, SweepEngine } from './sweep_engine.ts';
import { engineContract } from './testing/engine_contract.ts';
import { begun, PLAY, queued } from './testing/engine_fixture.ts';
import { REDIS_MISSING, type RedisServer, redisServer, WITH_REDIS } from './testing/redis_server.ts';

let server: RedisServer;
let databases = 0;

async function engineAt(url: string, outageMsMax: number): Promise<SweepEngine> {
  const connection = await connectRedis({ url, password: undefined, say: () => {}, outageMsMax });
  return new SweepEngine(new RedisStore({ connection, stalledMs: 1_000, say: () => {} }));
}

function open({ again }: { again: boolean }): Promise<SweepEngine> {
  if (!again) databases += 1;
  return engineAt(server.url.replace(/0$/, String(databases)), 30_000);
}

describe.skipIf(REDIS_MISSING)(WITH_REDIS, () => {
  beforeAll(async () => {
    server = await redisServer(['--databases', '100', '--appendonly', 'yes', '--appendfsync', 'always']);
  });
  afterAll(() => server.close());

  engineContract('RedisStore', open, () => performance.now());

  it('RedisStore reports that Redis could not be reached for too long, and ends', async () => {
    const other = await redisServer();
    onTestFinished(other.close);
    const engine = await begun(() => engineAt(other.url, 1_000), [queued('a')]);
    const playing = Promise.withResolvers<void>();
    const play: PlayCell = async (_, signal) => {
      playing.resolve();
      await once(signal, 'abort');
      return 'given_back';
    };
    const message = /^Redis at 127\.0\.0\.1:\d+\/0 could not be reached for more than 1 s; /;
    const ended = expect(engine.work(play, PLAY)).rejects.toThrow(message);
    await playing.promise;
    await other.kill();
    await ended;
  });
});
