import { existsSync, readdirSync } from 'node:fs';
import { type Disk, disk as machineDisk, makeFolder } from '../disk/disk.ts';
import { Journal } from '../format/journal.ts';
import { DamagedManifestError, readManifest } from '../format/manifest.ts';
import type { Declaration } from '../format/provenance.ts';
import { type TapeName, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import { dropRewrite, finishRewrite, rewriteTape } from './rewrite_tape.ts';
import { lockTape } from './tape_lock.ts';
import { verifyTask } from './task_verify.ts';

/** Also stores an earlier run's journal. */
export async function openForWriting(name: TapeName, disk: Disk = machineDisk): Promise<() => void> {
  const files = tapeFiles(name);
  makeFolder(files.dir);
  const release = lockTape(files.lock);
  try {
    const damage = finishEarlierRewrite(name, disk);
    const journal = await Journal.read(files.journal, name);
    if (journal !== null) await storeJournal(name, journal, disk);
    if (damage !== null && existsSync(files.manifestNext)) await dropDamagedCommit(name, damage, disk);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

export type TapeRecording = Awaited<ReturnType<typeof startRecording>>;

/** Always call `finish`. */
export async function startRecording(
  name: TapeName,
  { provenance, disk = machineDisk }: { provenance?: Declaration | undefined; disk?: Disk | undefined } = {},
) {
  const release = await openForWriting(name, disk);
  try {
    const journal = Journal.create(tapeFiles(name).journal, name, disk);
    if (provenance !== undefined) journal.declare(provenance);
    return {
      journal,
      /** On failure, the journal keeps the recordings. */
      async finish(last: () => void | Promise<void> = () => {}): Promise<{ readonly recorded: number }> {
        try {
          await last();
          const recorded = journal.addresses().length;
          await storeJournal(name, journal, disk);
          return { recorded };
        } finally {
          journal.close();
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The error of a damaged commit, which the journal can replace. */
function finishEarlierRewrite(name: TapeName, disk: Disk): DamagedManifestError | null {
  try {
    finishRewrite(name, disk);
    return null;
  } catch (error) {
    if (error instanceof DamagedManifestError && error.path === tapeFiles(name).manifestNext) return error;
    throw error;
  }
}

async function dropDamagedCommit(name: TapeName, damage: DamagedManifestError, disk: Disk) {
  const { dir, manifest: path } = tapeFiles(name);
  const manifest = readManifest(path, name);
  if (manifest === null) throw damage;
  const tasks = readdirSync(dir).map(taskOfFile);
  if (tasks.some((task) => task !== null && manifest.tasks[task] === undefined)) throw damage;
  for (const [task, summary] of Object.entries(manifest.tasks)) {
    if ((await verifyTask(taskPaths(dir, task), task, summary)).length > 0) throw damage;
  }
  dropRewrite(name, disk);
}

/** Ends the journal first, to lose no later recording. */
export async function storeJournal(name: TapeName, journal: Journal, disk: Disk): Promise<void> {
  journal.end();
  try {
    if (journal.addresses().length > 0) await rewriteTape(name, { journal }, disk);
  } finally {
    journal.close();
  }
  disk.remove(tapeFiles(name).journal);
}

export async function storeInterrupted(tapesDir: string): Promise<readonly TapeName[]> {
  const interrupted = knownTapes(tapesDir).filter((name) => {
    const { journal, manifestNext } = tapeFiles(name);
    return existsSync(journal) || existsSync(manifestNext);
  });
  for (const name of interrupted) (await openForWriting(name))();
  return interrupted;
}
