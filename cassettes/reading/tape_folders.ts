/** Needs no schemas, unlike `known_tapes.ts`. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { segmentName } from '../disk/path_segment.ts';

export function tapeFolders(tapesDir: string): readonly Readonly<{ dir: string; suite: string }>[] {
  return foldersIn(tapesDir).flatMap((suite) =>
    foldersIn(join(tapesDir, suite)).map((model) => ({ dir: join(tapesDir, suite, model), suite: segmentName(suite) })),
  );
}

function foldersIn(dir: string) {
  if (!isFolder(dir)) return [];
  return readdirSync(dir)
    .filter((name) => isFolder(join(dir, name)))
    .toSorted();
}

function isFolder(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
