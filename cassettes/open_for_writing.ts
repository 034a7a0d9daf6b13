/**
 * Makes a tape ready to be written to: locked, and with what an earlier run left behind stored.
 *
 * @module
 */

import { existsSync } from 'node:fs';
import type { Disk } from './disk.ts';
import { Journal } from './journal.ts';
import { makeFolder } from './make_folder.ts';
import { DamagedManifestError } from './manifest.ts';
import { finishRewrite, rewriteTape } from './rewrite_tape.ts';
import { type TapeName, tapeFiles } from './tape_files.ts';
import { lockTape } from './tape_lock.ts';

/** Returns the function that releases the tape. */
export async function openForWriting(name: TapeName, disk: Disk): Promise<() => void> {
  const files = tapeFiles(name);
  makeFolder(files.dir);
  const release = lockTape(files.lock);
  try {
    const isDone = finishIfWhole(name, disk);
    const journal = await Journal.read(files.journal, name);
    if (journal !== null) await storeJournal(name, journal, disk);
    // Refuses after all where the journal held nothing.
    if (!isDone) finishRewrite(name, disk);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Carries out what was decided. A decision that is damaged never was carried out; while the journal is there, it holds all that was
 * to be stored, and storing it decides anew.
 */
function finishIfWhole(name: TapeName, disk: Disk): boolean {
  const files = tapeFiles(name);
  try {
    finishRewrite(name, disk);
    return true;
  } catch (error) {
    const isDamaged = error instanceof DamagedManifestError && error.path === files.manifestNext;
    if (!isDamaged || !existsSync(files.journal)) throw error;
    return false;
  }
}

/**
 * Folds the journal into the tape and then removes it; nobody else does. It is ended first, so that nothing is removed that was not
 * stored. Whoever is cut short in between leaves both, and storing again changes nothing. The caller holds the lock.
 */
export async function storeJournal(name: TapeName, journal: Journal, disk: Disk): Promise<void> {
  journal.end();
  try {
    if (journal.addresses().length > 0) await rewriteTape(name, { journal }, disk);
  } finally {
    journal.close();
  }
  disk.remove(tapeFiles(name).journal);
}
