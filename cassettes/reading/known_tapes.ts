import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { segmentName } from '../disk/path_segment.ts';
import { Journal } from '../format/journal.ts';
import { readAnyManifest } from '../format/manifest.ts';
import { filesIn, type LayeredName, type TapeName } from '../format/tape_files.ts';

/** Sorted by suite and model. Throws a `TapeError` on a damaged manifest. */
export function knownTapes(tapesDir: string): readonly TapeName[] {
  return tapeFolders(tapesDir).flatMap(({ dir, suite }) => {
    const { manifest, journal } = filesIn(dir);
    if (existsSync(manifest)) {
      return [{ tapesDir, suite, model: readAnyManifest(manifest).model }];
    }
    const owner = Journal.ownerOf(journal);
    return owner === null ? [] : [{ tapesDir, suite, model: owner.model }];
  });
}

export function knownLayeredTapes({
  tapesDir,
  below = [],
}: Pick<LayeredName, 'tapesDir' | 'below'>): readonly LayeredName[] {
  const names = [tapesDir, ...below].flatMap((folder) => knownTapes(folder));
  const unique = new Map(names.map(({ suite, model }) => [JSON.stringify([suite, model]), { suite, model }]));
  return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => ({ tapesDir, below, ...name }));
}

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

/** Follows links, as opening a tape does. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
