/** What stands at a path where a file is expected. */
import type { Stats } from 'node:fs';

/** Null for a regular file; anything else may never end (`/dev/zero`), or wait for a writer that never comes (a named pipe). */
export function otherThanFile(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
