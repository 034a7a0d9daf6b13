/**
 * One writer a tape: a lock file that names the process that holds it.
 *
 * A lock whose process has ended (a killed recording) is taken over; one of another machine is not, since nobody here can tell.
 *
 * @module
 */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { TapeError } from './tape_error.ts';

const holderSchema = z.object({ pid: z.int().positive(), host: z.string() });

type Holder = z.infer<typeof holderSchema>;

/** Returns the function that releases the lock. Throws a `TapeError` where someone else holds it; never waits. */
export function lockTape(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true });
  if (!tryCreate(path)) takeOver(path);
  return () => rmSync(path, { force: true });
}

/** The lock appears with its content or not at all. */
function tryCreate(path: string): boolean {
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
  try {
    linkSync(beside, path);
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw new TapeError('it cannot be created', { path, cause });
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A second lock guards the take-over: two processes that both see a dead holder must not both succeed. */
function takeOver(path: string): void {
  const guard = `${path}.takeover`;
  if (!tryCreate(guard)) throw inUse(guard, 'another process is taking it over');
  try {
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder)) {
      throw inUse(path, `process ${holder.pid} on "${holder.host}" is recording onto this tape`);
    }
    // Only the lock of the dead is removed: one that was just released may be somebody else's by now.
    if (holder !== null) rmSync(path, { force: true });
    if (!tryCreate(path)) throw inUse(path, 'another process took it');
  } finally {
    rmSync(guard, { force: true });
  }
}

function inUse(path: string, reason: string): TapeError {
  return new TapeError(`${reason}; wait for it to end, or delete the file if it has`, { path });
}

/** Null where the lock has just been released. */
function readHolder(path: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw new TapeError('it does not name a process; delete it if nothing records onto this tape', { path, cause });
  }
}

function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
