/**
 * The tapes under a folder.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifest } from './manifest.ts';
import { segmentName } from './path_segment.ts';
import { filesIn, type TapeName } from './tape_files.ts';

/** Sorted by suite and model. A damaged manifest throws a `TapeError`; a folder without one holds no tape yet. */
export function knownTapes(tapesDir: string): readonly TapeName[] {
  return tapeFolders(tapesDir).flatMap(({ dir, suite }) => {
    const path = filesIn(dir).manifest;
    if (!existsSync(path)) return [];
    return [{ tapesDir, suite, model: parseManifest(readFileSync(path, 'utf8'), path).model }];
  });
}

/** Every folder that could be a tape's. */
export function tapeFolders(tapesDir: string): readonly { readonly dir: string; readonly suite: string }[] {
  return foldersIn(tapesDir).flatMap((suite) =>
    foldersIn(join(tapesDir, suite)).map((model) => ({ dir: join(tapesDir, suite, model), suite: segmentName(suite) })),
  );
}

function foldersIn(dir: string): readonly string[] {
  if (!isFolder(dir)) return [];
  return readdirSync(dir)
    .filter((name) => isFolder(join(dir, name)))
    .toSorted();
}

/** Links are followed, as they are when a tape is opened. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
