/**
 * Test support: a Redis of one's own, on a free port, with its files in a folder of its own; killed and started again on them.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why no Redis can be started here; null where one can. */
export const REDIS_MISSING: string | null = (() => {
  try {
    execFileSync('redis-server', ['--version']);
    return null;
  } catch {
    return 'redis-server is not installed';
  }
})();

/** A title of tests that need one; it says why where they are left out. */
export const WITH_REDIS = REDIS_MISSING === null ? 'with Redis' : `with Redis (left out: ${REDIS_MISSING})`;

export type RedisServer = {
  readonly url: string;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Starts it on what it had written. */
  readonly start: () => Promise<void>;
  /** Ends it and removes its files. */
  readonly close: () => Promise<void>;
};

const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];

export async function redisServer(settings: readonly string[] = DURABLE): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-redis-'));
  const port = await freePort();
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    const started = spawn('redis-server', [...place, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
    server = started;
    for await (const chunk of started.stdout) if (String(chunk).includes('Ready to accept connections')) break;
    started.stdout.resume();
  }

  async function kill(): Promise<void> {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
