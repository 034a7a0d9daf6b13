/** The program as a process: what it does with signals, and with what it has started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeFastDownward } from '../planners/pddl/testing/fake_fast_downward.ts';
import { PLACES } from './io/places.ts';

let folder = '';
let runs = '';
let server: Server;
/** What a test that fails leaves running; the fake ends with its connection. */
let left: { kill(): void }[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-main-'));
  runs = join(folder, 'runs');
  mkdirSync(runs);
  server = createServer().listen(join(folder, 'socket'));
  await once(server, 'listening');
});

afterEach(() => {
  for (const one of left) one.kill();
  left = [];
  server.close();
  rmSync(folder, { recursive: true });
});

/** Starts a plan by a fake that never ends, and waits for it. The connection closes when the fake is no more. */
async function start(fake = ''): Promise<{ tapedeck: ChildProcess; connection: Socket }> {
  const path = fakeFastDownward(
    folder,
    `${fake}; require('node:net').connect(${JSON.stringify(join(folder, 'socket'))});`,
  );
  for (const name of ['domain.pddl', 'problem.pddl']) writeFileSync(join(folder, name), '');
  const words = ['plan', 'domain.pddl', 'problem.pddl', '--solver', 'fast-downward', '--fast-downward', path];
  const tapedeck = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...words], {
    cwd: folder,
    env: { ...process.env, TMPDIR: runs },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [connection] = (await once(server, 'connection')) as [Socket];
  connection.resume();
  connection.on('error', () => {});
  left.push({ kill: () => tapedeck.kill('SIGKILL') }, { kill: () => connection.destroy() });
  return { tapedeck, connection };
}

describe('tapedeck', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('at %s ends what it has started, and itself', async (signal) => {
    const { tapedeck, connection } = await start();
    expect(readdirSync(runs)).toHaveLength(1);
    const ended = Promise.all([once(tapedeck, 'exit'), once(connection, 'close')]);
    tapedeck.kill(signal);
    const [exit] = await ended;
    expect(exit).toEqual([130, null]);
    expect(readdirSync(runs)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('at a second signal, %s, ends at once what does not end', async (signal) => {
    const { tapedeck, connection } = await start(`process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {})`);
    const ended = Promise.all([once(tapedeck, 'exit'), once(connection, 'close')]);
    tapedeck.stderr?.once('data', () => tapedeck.kill(signal));
    tapedeck.kill('SIGINT');
    const [exit] = await ended;
    expect(exit).toEqual([130, null]);
    expect(readdirSync(runs)).toEqual([]);
  });

  it('ends in good order where nobody reads its messages any more', async () => {
    const { tapedeck, connection } = await start();
    const ended = Promise.all([once(tapedeck, 'exit'), once(connection, 'close')]);
    tapedeck.stderr?.destroy();
    tapedeck.kill('SIGHUP');
    const [exit] = await ended;
    expect(exit).toEqual([130, null]);
    expect(readdirSync(runs)).toEqual([]);
  });
});
