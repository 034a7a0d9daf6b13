/**
 * Node has no file locks: an exclusive SQLite transaction on `tape.lock.held` ends with the process.
 * Network file systems may not propagate locks, so another machine's lock is never taken over.
 * On POSIX, closing a file drops the process's locks on it, so nothing else may open `tape.lock.held`.
 */

import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { makeFolder } from '../disk/disk.ts';
import { regularFile, TapeError } from '../disk/read_lines.ts';

const holderSchema = z.object({ pid: z.int().positive(), host: z.string() });

type Holder = z.infer<typeof holderSchema>;

/** Garbage collection would release a lock. */
const LOCKS = new Set<DatabaseSync>();

export class OldNodeError extends Error {
  override readonly name = 'OldNodeError';

  constructor() {
    super(
      `Cannot write to a tape: this is Node ${process.version}, and recording needs Node 22.13 or newer. Install one from https://nodejs.org and run the command again; this Node can replay`,
    );
  }
}

export function lockTape(path: string): () => void {
  if (process.getBuiltinModule('node:sqlite') === undefined) throw new OldNodeError();
  makeFolder(dirname(path));
  const file = `${path}.held`;
  const lock = lockFile(file);
  if (lock === null) throw inUse(path, readHolder(path));
  LOCKS.add(lock);
  const release = () => {
    if (LOCKS.delete(lock)) unlock(lock, file);
  };
  try {
    const before = readHolder(path);
    if (before !== null && before.host !== hostname()) throw inUse(path, before);
    removeLeftovers(path);
    writeHolder(path);
  } catch (error) {
    release();
    throw error;
  }
  return () => {
    // Later the file may belong to another process.
    if (LOCKS.has(lock)) rmSync(path, { force: true });
    release();
  };
}

/** A releasing process may remove the file. */
const ATTEMPTS_MAX = 10;

function lockFile(file: string): DatabaseSync | null {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const before = identity(file);
    const lock = tryLock(file);
    if (lock === null) return null;
    // A lock on a removed or replaced file excludes nobody.
    if (before !== null && before === identity(file)) return lock;
    lock.close();
  }
  return null;
}

function tryLock(file: string): DatabaseSync | null {
  const sqlite = process.getBuiltinModule('node:sqlite');
  let lock: DatabaseSync | null = null;
  try {
    lock = new sqlite.DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock?.close();
    if (cause instanceof Error && /\blocked\b/.test(cause.message)) return null;
    throw new TapeError('it cannot be locked', { path: file, cause });
  }
}

function identity(file: string) {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev} ${stats.ino} ${stats.mtimeNs}`;
}

/** Windows cannot remove the file while it is locked. */
function unlock(lock: DatabaseSync, file: string) {
  try {
    if (process.platform !== 'win32') rmSync(file, { force: true });
  } finally {
    lock.close();
  }
  if (process.platform !== 'win32') return;
  try {
    rmSync(file, { force: true });
  } catch {
    // Another process removes it.
  }
}

const HOLDER_BYTES_MAX = 64 * 1024;

/** A power cut may leave an unreadable file. */
function readHolder(path: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(regularFile(path, HOLDER_BYTES_MAX), 'utf8')));
  } catch {
    return null;
  }
}

function writeHolder(path: string) {
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
    renameSync(`${path}.new`, path);
  } catch (cause) {
    throw new TapeError('it cannot be created', { path, cause });
  }
}

/** `takeover` and numbers are from earlier versions. */
const LEFTOVER = /^\.(?:new|held-journal|takeover|\d{1,10})$/;

function removeLeftovers(path: string) {
  const name = basename(path);
  for (const file of readdirSync(dirname(path))) {
    if (file.startsWith(name) && LEFTOVER.test(file.slice(name.length))) {
      rmSync(join(dirname(path), file), { force: true });
    }
  }
}

function inUse(path: string, holder: Holder | null) {
  const owner = holder === null ? 'another process' : `process ${holder.pid} on "${holder.host}"`;
  const isHere = holder === null || holder.host === hostname();
  const remedy = isHere ? 'or end it' : 'or delete the file if it has ended';
  return new TapeError(`${owner} has locked this tape; wait for it to end, ${remedy}`, { path });
}
