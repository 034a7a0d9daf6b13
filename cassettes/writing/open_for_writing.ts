/** Makes a tape ready to be written to: locked, and with what an earlier run left behind stored. */
import { existsSync, readdirSync } from 'node:fs';
import type { Disk } from '../disk/disk.ts';
import { makeFolder } from '../disk/make_folder.ts';
import { Journal } from '../format/journal.ts';
import { DamagedManifestError, readManifest } from '../format/manifest.ts';
import { type TapeName, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';
import { dropRewrite, finishRewrite, rewriteTape } from './rewrite_tape.ts';
import { lockTape } from './tape_lock.ts';
import { verifyTask } from './task_verify.ts';

/** Returns the function that releases the tape. */
export async function openForWriting(name: TapeName, disk: Disk): Promise<() => void> {
  const files = tapeFiles(name);
  makeFolder(files.dir);
  const release = lockTape(files.lock);
  try {
    const damage = finishIfWhole(name, disk);
    const journal = await Journal.read(files.journal, name);
    if (journal !== null) await storeJournal(name, journal, disk);
    if (damage !== null && existsSync(files.manifestNext)) await dropDecision(name, damage, disk);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** Carries out what was decided. Returns what is wrong with a decision that is damaged; while the journal is there, storing it decides anew. */
function finishIfWhole(name: TapeName, disk: Disk): DamagedManifestError | null {
  try {
    finishRewrite(name, disk);
    return null;
  } catch (error) {
    if (error instanceof DamagedManifestError && error.path === tapeFiles(name).manifestNext) return error;
    throw error;
  }
}

/**
 * Only a whole decision decides. Where none of it was carried out, the tape is as it was, and no journal has more to add: what is left is
 * dropped. Otherwise nobody can tell what the tape was to become, and the damage is refused.
 */
async function dropDecision(name: TapeName, damage: DamagedManifestError, disk: Disk): Promise<void> {
  const { dir, manifest: path } = tapeFiles(name);
  const manifest = readManifest(path, name);
  if (manifest === null) throw damage;
  const tasks = readdirSync(dir).map(taskOfFile);
  if (tasks.some((task) => task !== null && manifest.tasks[task] === undefined)) throw damage;
  for (const [task, summary] of Object.entries(manifest.tasks)) {
    if ((await verifyTask(taskPaths(dir, task, { isDecided: false }), task, summary)).length > 0) throw damage;
  }
  dropRewrite(name, disk);
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
