import type { Stats } from 'node:fs';

/** Null for a regular file; others may never end (`/dev/zero`) or block (a named pipe). */
export function otherThanFile(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
