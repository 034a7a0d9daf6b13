/**
 * The door through which the files of a tape come in: regular files, and those that are read whole of a size that can be handled.
 */
import { statSync } from 'node:fs';
import { otherThanFile } from './other_than_file.ts';
import { TapeError } from './tape_error.ts';

/** A file of this length still fits into one string. */
export const WHOLE_BYTES_MAX = 256 * 2 ** 20;

/** Returns the path, for who reads it, and throws a `TapeError` that says what is there instead. That nothing is there, the reader says. */
export function regularFile(path: string, bytesMax = Number.POSITIVE_INFINITY): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return path;
  const other = otherThanFile(stats);
  if (other !== null)
    throw new TapeError(`it is ${other}, not a regular file; restore the tape, or name another`, { path });
  if (stats.size > bytesMax) {
    throw new TapeError(`expected at most ${bytesMax} bytes, found ${stats.size}; restore the tape, or name another`, {
      path,
    });
  }
  return path;
}
