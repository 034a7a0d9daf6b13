/**
 * One writer a tape, by a lock that the operating system holds: it ends with the process, however that ends.
 *
 * Node has no call for such a lock, but the SQLite within it has, from Node 22.13 on: an exclusive transaction on an empty file that
 * only serves for this (`tape.lock.held`). A second file, `tape.lock`, says who holds it, for messages. What a killed process leaves of either keeps
 * nobody out. A file system over a network may not pass locks on, so a lock that names another machine is not taken over.
 *
 * Nothing else may open `tape.lock.held`: on POSIX systems, a process that closes a file gives up all its locks on it.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { makeFolder } from '../disk/make_folder.ts';
import { regularFile } from '../disk/regular_file.ts';
import { TapeError } from '../disk/tape_error.ts';

const holderSchema = z.object({ pid: z.int().positive(), host: z.string() });

type Holder = z.infer<typeof holderSchema>;

/** Those that this process holds; one that is merely forgotten must not be collected, and so released. */
const HELD = new Set<DatabaseSync>();

/** This Node has no SQLite, and so can read tapes but not write to them. */
export class OldNodeError extends Error {
  override readonly name = 'OldNodeError';

  constructor() {
    super(
      `Cannot write to a tape: this is Node ${process.version}, and recording needs Node 22.13 or newer. Install one from https://nodejs.org and run the same command again; replaying works with this Node, too`,
    );
  }
}

/** Returns the function that releases the lock. Throws a `TapeError` where someone else holds it, and an `OldNodeError`; never waits. */
export function lockTape(path: string): () => void {
  // Asked for here, so that a command that only replays does without.
  if (process.getBuiltinModule('node:sqlite') === undefined) throw new OldNodeError();
  makeFolder(dirname(path));
  const file = `${path}.held`;
  const lock = hold(file);
  if (lock === null) throw inUse(path, readHolder(path));
  HELD.add(lock);
  const release = () => {
    if (HELD.delete(lock)) letGo(lock, file);
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
    // Not twice: by then it may be somebody else's.
    if (HELD.has(lock)) rmSync(path, { force: true });
    release();
  };
}

/** How often the file may be removed by one who lets go, just as it is being locked. */
const ATTEMPTS_MAX = 10;

/** Null where somebody holds it. */
function hold(file: string): DatabaseSync | null {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const before = identity(file);
    const lock = tryHold(file);
    if (lock === null) return null;
    // A lock on a file that was removed in the meantime, or is new, and so perhaps not the one that others find, keeps nobody out.
    if (before !== null && before === identity(file)) return lock;
    lock.close();
  }
  return null;
}

function tryHold(file: string): DatabaseSync | null {
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

function identity(file: string): string | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev} ${stats.ino} ${stats.mtimeNs}`;
}

/** The file goes while the lock is held, so that nobody has it by then. Windows removes no open file, and so needs no such care. */
function letGo(lock: DatabaseSync, file: string): void {
  try {
    if (process.platform !== 'win32') rmSync(file, { force: true });
  } finally {
    lock.close();
  }
  if (process.platform !== 'win32') return;
  try {
    rmSync(file, { force: true });
  } catch {
    // Somebody else has it open, and removes it.
  }
}

/** More than a name of a machine and a number take. */
const HOLDER_BYTES_MAX = 64 * 1024;

/** Null where nobody is named; the file is put in place whole, so one that cannot be read is what a power cut left. */
function readHolder(path: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(regularFile(path, HOLDER_BYTES_MAX), 'utf8')));
  } catch {
    return null;
  }
}

function writeHolder(path: string): void {
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
    renameSync(`${path}.new`, path);
  } catch (cause) {
    throw new TapeError('it cannot be created', { path, cause });
  }
}

/** What follows the lock's name in files that a process left that was killed; `takeover` and numbers are of earlier versions. */
const LEFTOVER = /^\.(?:new|held-journal|takeover|\d{1,10})$/;

function removeLeftovers(path: string): void {
  const name = basename(path);
  for (const file of readdirSync(dirname(path))) {
    if (file.startsWith(name) && LEFTOVER.test(file.slice(name.length))) {
      rmSync(join(dirname(path), file), { force: true });
    }
  }
}

function inUse(path: string, holder: Holder | null): TapeError {
  const who = holder === null ? 'another process' : `process ${holder.pid} on "${holder.host}"`;
  const remedy =
    holder === null || holder.host === hostname()
      ? 'wait for it to end, or end it'
      : 'wait for it to end, or delete the file if it has';
  return new TapeError(`${who} is recording onto this tape; ${remedy}`, { path });
}
