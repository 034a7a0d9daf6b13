/** Each output folder lists its own files, to protect the user's. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { temporaryPath } from '../../cassettes/disk/disk.ts';
import { invalid } from './errors/failure.ts';

export type OwnFolder = Readonly<{ folder: string; list: string; what: string; option: string }>;

const LIST = z.object({ files: z.array(z.string()) });

/** Throws if a file is not on the folder's list. */
export function listOwnFiles({ folder, list, what, option }: OwnFolder): string[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const cannot = `Cannot write ${what} to "${folder}"`;
  if (!stats.isDirectory()) throw invalid(`${cannot}: it is a file; name a folder with ${option}`);
  const present = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
  const own = new Set([list, ...listedFiles(join(folder, list))]);
  const parts = new Set([...own].map((name) => temporaryPath(name))); // left by killed commands
  const foreign = present.find((name) => !own.has(name) && !parts.has(name));
  if (foreign === undefined) return present;
  throw invalid(
    `${cannot}: it contains "${foreign}", which no earlier command wrote; move it, or name a new folder with ${option}`,
  );
}

export function formatFileList(files: Iterable<string>): string {
  return `${JSON.stringify({ files: [...files] }, null, 1)}\n`;
}

function listedFiles(path: string) {
  try {
    return LIST.parse(JSON.parse(readFileSync(path, 'utf8'))).files;
  } catch {
    return [];
  }
}
