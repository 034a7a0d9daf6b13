/**
 * Whether a path lies in a folder, or is the folder; by their names alone, so that links count as they are called.
 *
 * @module
 */
import { isAbsolute, relative } from 'node:path';

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[/\\]/)[0] !== '..';
}
