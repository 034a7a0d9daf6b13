/**
 * Makes a tape ready to be written to: locked, and with what an earlier run left behind stored.
 *
 * @module
 */
import { mkdirSync } from 'node:fs';
import type { Disk } from './disk.ts';
import { Journal } from './journal.ts';
import { finishRewrite, rewriteTape } from './rewrite_tape.ts';
import { type TapeName, tapeFiles } from './tape_files.ts';
import { lockTape } from './tape_lock.ts';

/** Returns the function that releases the tape. */
export async function openForWriting(name: TapeName, disk: Disk): Promise<() => void> {
  const files = tapeFiles(name);
  mkdirSync(files.dir, { recursive: true });
  const release = lockTape(files.lock);
  try {
    finishRewrite(name, disk);
    const journal = await Journal.read(files.journal, name);
    if (journal !== null) await storeJournal(name, journal, disk);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** Folds the journal into the tape and removes it. The caller holds the lock. */
export async function storeJournal(name: TapeName, journal: Journal, disk: Disk): Promise<void> {
  try {
    if (journal.addresses().length > 0) await rewriteTape(name, { journal }, disk);
  } finally {
    journal.close();
  }
  disk.remove(tapeFiles(name).journal);
}
