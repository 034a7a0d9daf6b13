import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './tape_fixture.ts';
import { lockTape } from './tape_lock.ts';

test('lockTape() locks, names its holder, and leaves nothing when it is released', () => {
  const path = lockPath();
  const release = lockTape(path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('lockTape() refuses a lock that is held, and says by whom', () => {
  const path = lockPath();
  const release = lockTape(path);
  expect(() => lockTape(path)).toThrow(`process ${process.pid} on "${hostname()}" is recording onto this tape`);
  release();
  lockTape(path)();
});

test('lockTape() takes over the lock of a process that has ended', () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeLock(path, { pid, host: hostname() });
  lockTape(path)();
  expect(existsSync(path)).toBe(false);
});

test('lockTape() does not judge processes of another machine', () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['--version']); // ended here, but perhaps not there
  writeLock(path, { pid, host: 'another-kitchen' });
  expect(() => lockTape(path)).toThrow(`process ${pid} on "another-kitchen"`);
  expect(existsSync(path)).toBe(true);
});

test.each(['', '{', '{}', '{"pid": 0, "host": "x"}'])('lockTape() refuses a lock that says %j', (content) => {
  const path = lockPath();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  expect(() => lockTape(path)).toThrow('it does not name a process; delete it if nothing records onto this tape');
});

test('lockTape() lets one of two take over', () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeLock(path, { pid, host: hostname() });
  writeLock(`${path}.takeover`, { pid: process.pid, host: hostname() });
  expect(() => lockTape(path)).toThrow('another process is taking it over');
  expect(existsSync(path)).toBe(true);
});

function lockPath(): string {
  return join(temporaryFolder(onTestFinished), 'tape', 'tape.lock');
}

function writeLock(path: string, holder: { pid: number; host: string }): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(holder));
}
