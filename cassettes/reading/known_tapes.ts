import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { segmentName } from '../disk/path_segment.ts';
import { distinct } from '../format/entry.ts';
import { Journal } from '../format/journal.ts';
import { readAnyManifest } from '../format/manifest.ts';
import { filesIn, type LayeredName, type TapeName } from '../format/tape_files.ts';

export function knownTapes(tapesDir: string): readonly TapeName[] {
  return tapeFolders(tapesDir).flatMap(({ dir, suite }) => {
    const { manifest, journal } = filesIn(dir);
    const owner = existsSync(manifest) ? readAnyManifest(manifest) : Journal.ownerOf(journal);
    return owner === null ? [] : [{ tapesDir, suite, model: owner.model }];
  });
}

export function knownLayeredTapes({
  tapesDir,
  below = [],
}: Pick<LayeredName, 'tapesDir' | 'below'>): readonly LayeredName[] {
  const names = [tapesDir, ...below].flatMap(knownTapes).map(({ suite, model }) => ({ suite, model }));
  return distinct(names).map((name) => ({ tapesDir, below, ...name }));
}

/** Needs no schemas, unlike `known_tapes.ts`. */
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
