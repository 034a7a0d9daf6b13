import { existsSync } from 'node:fs';
import { disk } from '../disk/disk.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import { openForWriting } from '../writing/open_for_writing.ts';

/** Resolves to the repaired tapes. Rejects with a `TapeError` while a recording runs. */
export async function storeWaiting(tapesDir: string): Promise<readonly TapeName[]> {
  const waiting = knownTapes(tapesDir).filter((name) => {
    const { journal, manifestNext } = tapeFiles(name);
    return existsSync(journal) || existsSync(manifestNext);
  });
  for (const name of waiting) {
    const release = await openForWriting(name, disk);
    release();
  }
  return waiting;
}
