import { type Stats, statSync } from 'node:fs';
import { TapeError } from './tape_error.ts';

export const WHOLE_BYTES_MAX = 256 * 2 ** 20;

/** Throws a `TapeError` on a pipe, device or folder; ignores a missing file. */
export function regularFile(path: string, bytesMax = Number.POSITIVE_INFINITY): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return path;
  const other = irregularKind(stats);
  if (other === null && stats.size <= bytesMax) return path;
  const problem =
    other === null ? `expected at most ${bytesMax} bytes, found ${stats.size}` : `it is ${other}, not a regular file`;
  throw new TapeError(`${problem}; restore the tape, or name another`, { path });
}

/** Null for a regular file. Others may never end (`/dev/zero`) or block (a named pipe). */
export function irregularKind(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
