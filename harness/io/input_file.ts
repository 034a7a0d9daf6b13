/**
 * The door through which every file comes in that a user names: a regular file, of a size that can be handled.
 *
 * Anything else may never end (`/dev/zero`), or wait for a writer that never comes (a named pipe).
 *
 * @module
 */
import { type Stats, statSync } from 'node:fs';
import { otherThanFile } from '../../cassettes/disk/other_than_file.ts';
import { invalid } from './errors/failure.ts';
import { unreadable } from './errors/unreadable.ts';

/** A text of this length still fits into one string. */
export const BYTES_MAX = 256 * 2 ** 20;

/** Throws a CommandFailure that says what is there instead. A file that is read piece by piece may have any size. */
export function checkInputFile(path: string, bytesMax = Number.POSITIVE_INFINITY): void {
  const stats = statsOf(path);
  const other = otherThanFile(stats);
  if (other !== null) throw invalid(`Cannot read "${path}": it is ${other}; name a regular file`);
  if (stats.size > bytesMax) {
    throw invalid(`Cannot read "${path}": expected at most ${bytesMax} bytes, found ${stats.size}`);
  }
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
