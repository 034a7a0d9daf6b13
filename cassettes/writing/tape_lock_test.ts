import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/tape_fixture.ts';
import { lockTape } from './tape_lock.ts';

test('lockTape() locks, names its holder, refuses others, leaves nothing when it is released, and lets go once', () => {
  const path = lockPath();
  const release = lockTape(path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  expect(() => lockTape(path)).toThrow(`process ${process.pid} on "${hostname()}" has locked this tape`);
  release();
  expect(readdirSync(dirname(path))).toEqual([]);
  const next = lockTape(path);
  release();
  expect(() => lockTape(path)).toThrow('has locked this tape');
  next();
});

test('lockTape() is held by a process as long as it lives, and is free when it was killed', async () => {
  const path = lockPath();
  const holder = await startHolder(path);
  expect(() => lockTape(path)).toThrow(`process ${holder.pid} on "${hostname()}" has locked this tape`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockTape(path)();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test.each([
  ['has ended', () => spawnSync(process.execPath, ['--version']).pid],
  ['is another one by now', () => process.ppid],
])('lockTape() takes over the lock of a process that %s', (_, pidOf) => {
  const path = lockPath();
  writeLock(path, { pid: pidOf(), host: hostname() });
  lockTape(path)();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('lockTape() removes what killed processes left beside the lock', () => {
  const path = lockPath();
  writeLock(path, { pid: process.pid, host: hostname() });
  for (const file of ['takeover', 'new', '4711']) writeLock(`${path}.${file}`, { pid: process.pid, host: hostname() });
  writeFileSync(`${path}.txt`, 'do not lose me');
  const release = lockTape(path);
  expect(readdirSync(dirname(path)).toSorted()).toEqual(['tape.lock', 'tape.lock.held', 'tape.lock.txt']);
  release();
  expect(readdirSync(dirname(path))).toEqual(['tape.lock.txt']);
});

test('lockTape() lets one of many threads in at a time', async () => {
  const path = lockPath();
  const tries = `
    import { workerData, parentPort } from 'node:worker_threads';
    import { existsSync, rmSync, writeFileSync } from 'node:fs';
    const { lockTape } = await import(workerData.module);
    let [taken, collisions] = [0, 0];
    for (let attempt = 0; attempt < 300; attempt += 1) {
      let release;
      try { release = lockTape(workerData.path) } catch (error) { if (error.name !== 'TapeError') throw error; continue }
      taken += 1;
      try { writeFileSync(workerData.path + '-inside', '', { flag: 'wx' }) } catch { collisions += 1 }
      rmSync(workerData.path + '-inside', { force: true });
      release();
    }
    parentPort.postMessage({ taken, collisions });`;
  const workerData = { path, module: new URL('./tape_lock.ts', import.meta.url).href };
  const counts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(tries)}`), { workerData });
      const [count] = await once(worker, 'message');
      return count;
    }),
  );
  expect(counts.reduce((sum, { collisions }) => sum + collisions, 0)).toBe(0);
  expect(counts.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(0);
});

test('lockTape() does not judge processes of another machine, which may live there, and takes over what names no holder', () => {
  const path = lockPath();
  writeLock(path, { pid: 4711, host: 'another-kitchen' });
  expect(() => lockTape(path)).toThrow('process 4711 on "another-kitchen"');
  expect(existsSync(path)).toBe(true);
  for (const content of ['', '{', '{}', '{"pid": 0, "host": "x"}']) {
    writeFileSync(path, content); // as a power cut leaves it: a holder's name is put in place whole
    lockTape(path)();
    expect(existsSync(path)).toBe(false);
  }
});

async function startHolder(path: string): Promise<ChildProcess> {
  const fixture = fileURLToPath(new URL('../testing/lock_fixture.ts', import.meta.url));
  const holder = spawn(process.execPath, [fixture, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder;
}

function lockPath(): string {
  return join(temporaryFolder(onTestFinished), 'tape', 'tape.lock');
}

function writeLock(path: string, holder: { pid: number; host: string }): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(holder));
}

test('lockTape() says what it cannot lock, and in a Node without SQLite which Node records, and leaves nothing', () => {
  const taken = lockPath();
  mkdirSync(`${taken}.held`, { recursive: true });
  expect(() => lockTape(taken)).toThrow('tape.lock.held": it cannot be locked');
  const path = join(lockPath(), 'deeper', 'tape.lock');
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const message =
    /^Cannot write to a tape: this is Node v\S+, and recording needs Node 22\.13 or newer\. Install one from https:\/\/nodejs\.org/;
  expect(() => lockTape(path)).toThrow(message);
  expect(existsSync(dirname(path))).toBe(false);
});
