import { existsSync } from 'node:fs';
import { distinct } from '../format/distinct.ts';
import { Journal } from '../format/journal.ts';
import { readAnyManifest } from '../format/manifest.ts';
import { filesIn, type LayeredName, type TapeLayers, type TapeName } from '../format/tape_files.ts';
import { tapeFolders } from './tape_folders.ts';

export function knownTapes(tapesDir: string): readonly TapeName[] {
  return tapeFolders(tapesDir).flatMap(({ dir, suite }) => {
    const { manifest, journal } = filesIn(dir);
    const owner = existsSync(manifest) ? readAnyManifest(manifest) : Journal.ownerOf(journal);
    return owner === null ? [] : [{ tapesDir, suite, model: owner.model }];
  });
}

export function knownLayeredTapes({ tapesDir, below = [] }: TapeLayers): readonly LayeredName[] {
  const names = [tapesDir, ...below].flatMap(knownTapes).map(({ suite, model }) => ({ suite, model }));
  return distinct(names).map((name) => ({ tapesDir, below, ...name }));
}
