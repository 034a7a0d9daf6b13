import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../testing/free_port.ts';

export const REDIS_MISSING: string | null =
  spawnSync('redis-server', ['--version']).status === 0 ? null : 'redis-server is not installed';

export const WITH_REDIS = REDIS_MISSING === null ? 'with Redis' : `with Redis (left out: ${REDIS_MISSING})`;
export type RedisServer = Awaited<ReturnType<typeof redisServer>>;
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];

export async function redisServer(settings: readonly string[] = DURABLE) {
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

  async function close(): Promise<void> {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  }

  await start();
  return { url: `redis://127.0.0.1:${port}/0`, kill, start, close };
}
