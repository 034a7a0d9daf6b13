/**
 * A folder of tables. `SHA256SUMS` tells which files are ours: no other is removed or overwritten.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PART } from '../../cassettes/disk/disk.ts';
import { sha256 } from '../io/digest.ts';
import { invalid } from '../io/errors/failure.ts';
import { writeWhole } from '../io/write_whole.ts';

const SUMS = 'SHA256SUMS';

/** Of whatever suites: a list that lacks one of these is of files of the user's. */
const ALWAYS = ['sources.json', 'runs.json', 'episodes.json'];

/** Throws a CommandFailure where the folder is neither empty nor one of tables. */
export function checkTablesFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const cannot = `Cannot write tables to "${folder}"`;
  if (!stats.isDirectory()) throw invalid(`${cannot}: it is a file; name a folder with --out`);
  const there = readdirSync(folder).filter((name) => !name.endsWith(PART));
  if (there.length > 0 && writtenBefore(folder).size === 0) {
    throw invalid(`${cannot}: it holds other files; name a new folder with --out`);
  }
}

/** Writes the files and removes those of an earlier time that are no longer made, unless they were changed since. */
export function writeTables(folder: string, files: ReadonlyMap<string, string>): void {
  checkTablesFolder(folder);
  const before = writtenBefore(folder);
  const other = [...files.keys()].find((name) => name !== SUMS && !before.has(name) && existsSync(join(folder, name)));
  if (other !== undefined) {
    throw invalid(
      `Cannot write tables to "${folder}": "${other}" there is not of an earlier one; move it away, or name a new folder with --out`,
    );
  }
  for (const [name, sum] of before) {
    const path = join(folder, name);
    if (!files.has(name) && existsSync(path) && sha256(readFileSync(path, 'utf8')) === sum) rmSync(path);
  }
  // The list goes first, so that the files of a command that was killed are known.
  for (const name of [SUMS, ...files.keys()]) {
    const [path, text] = [join(folder, name), files.get(name)];
    if (text !== undefined && !isThere(path, text)) writeWhole(path, text);
  }
}

/** Name → SHA-256; nothing where the folder is not one of tables. */
function writtenBefore(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, SUMS);
  const lines = existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/^([0-9a-f]{64}) {2}([\w.-]+)$/gm)] : [];
  const sums = new Map(lines.map(([, sum = '', name = '']) => [name, sum]));
  return ALWAYS.every((name) => sums.has(name)) ? sums : new Map();
}

/** Most files are, from the last time, and to write one takes until it is on the disk. */
function isThere(path: string, text: string): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(text, 'utf8'));
  } catch {
    return false; // writing says what is wrong
  }
}
