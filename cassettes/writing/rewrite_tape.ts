/**
 * Writes a tape anew: what is on it and kept, merged with what a journal holds.
 *
 * Streams: memory is needed for the journal's index and for one task's keys. New files are written beside the old ones; a complete
 * `manifest.next.json`, read once as a check before it is written, is the decision, after which `finishRewrite` can be repeated until it is through,
 * whoever was killed in between. The journal is deleted last, and takes nothing more once this has begun. To do it twice changes nothing; a damaged
 * decision is taken again from the journal, or, where there is none, dropped if the tape is still whole without it.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { besideOf, type Disk, replaceFile } from '../disk/disk.ts';
import { type Address, compareAddresses } from '../format/address.ts';
import type { Journal } from '../format/journal.ts';
import { emptyManifest, formatManifest, parseManifest, readManifest, type TaskSummary } from '../format/manifest.ts';
import { uniqueProvenance } from '../format/provenance.ts';
import { filesIn, nextOf, type TapeName, tapeFiles, taskFiles, taskOfFile } from '../format/tape_files.ts';
import { rewriteTask } from './rewrite_task.ts';

export type Rewrite = {
  /** What is added, or put in the place of what is there. */
  readonly journal: Journal | null;
  /** Which entries of the tape stay; all when absent. */
  readonly keep?: (address: Address) => boolean;
};

/** The caller holds the lock, and has finished a rewrite that was begun before. */
export async function rewriteTape(name: TapeName, { journal, keep }: Rewrite, disk: Disk): Promise<void> {
  const files = tapeFiles(name);
  removeLeftovers(files.dir, disk);
  const old = readManifest(files.manifest, name) ?? emptyManifest(name.suite, name.model);
  const added = byTask(journal?.addresses() ?? []);
  const tasks: Record<string, TaskSummary> = {};
  for (const task of new Set([...Object.keys(old.tasks), ...added.keys()])) {
    const before = old.tasks[task];
    const changes = added.get(task) ?? [];
    const isUntouched = changes.length === 0 && keep === undefined;
    const rewrite = { dir: files.dir, task, before, changes, journal, keep };
    const after = isUntouched ? before : await rewriteTask(rewrite, disk);
    if (after !== undefined && after.replies.entries > 0) tasks[task] = after;
  }
  const known = uniqueProvenance([...old.provenance, ...(journal?.provenance() ?? [])]);
  const answers = Object.values(tasks).flatMap((task) => task.answers);
  const provenance = known.filter((one) =>
    answers.some((a) => a.source === one.source && a.model === one.model && a.batch === one.batch),
  );
  const manifest = { ...emptyManifest(name.suite, name.model), provenance: [...provenance], tasks };
  const text = formatManifest(manifest);
  // Checked in pairs: what could not be read again must not be decided, for nobody could open the tape.
  parseManifest(text, files.manifestNext);
  await replaceFile(disk, files.manifestNext, [text]);
  finishRewrite(name, disk);
}

/** Carries out a rewrite that was decided; does nothing where none was. */
export function finishRewrite(name: TapeName, disk: Disk): void {
  const files = tapeFiles(name);
  const next = readManifest(files.manifestNext, name);
  if (next === null) return;
  for (const task of Object.keys(next.tasks)) {
    for (const file of Object.values(taskFiles(task))) {
      const path = join(files.dir, file);
      if (existsSync(nextOf(path))) disk.rename(nextOf(path), path);
    }
  }
  const old = readManifest(files.manifest, name);
  for (const task of Object.keys(old?.tasks ?? {})) {
    if (next.tasks[task] !== undefined) continue;
    for (const file of Object.values(taskFiles(task))) disk.remove(join(files.dir, file));
  }
  removeLeftovers(files.dir, disk);
  disk.rename(files.manifestNext, files.manifest);
}

/** Forgets a rewrite that cannot be carried out. */
export function dropRewrite(name: TapeName, disk: Disk): void {
  const { dir, manifestNext } = tapeFiles(name);
  removeLeftovers(dir, disk);
  disk.remove(manifestNext);
}

function byTask(addresses: readonly Address[]): ReadonlyMap<string, readonly Address[]> {
  return Map.groupBy(addresses.toSorted(compareAddresses), (address) => address.task);
}

/** What a rewrite left that was cut short before its decision. */
function removeLeftovers(dir: string, disk: Disk): void {
  const { manifestNext, pending } = filesIn(dir);
  const files = readdirSync(dir).map((file) => join(dir, file));
  const isTasks = (file: string) => file.endsWith('.next') && taskOfFile(basename(file, '.next')) !== null;
  for (const file of files.filter((each) => isTasks(each) || [manifestNext, pending].map(besideOf).includes(each))) {
    disk.remove(file);
  }
}
