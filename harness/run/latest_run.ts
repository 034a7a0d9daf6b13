/**
 * `latest` in a suite's folder of runs: the one that ended last.
 *
 * A relative link where links work, else a small text file with the run's name.
 *
 * @module
 */
import { lstatSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { besideOf } from '../../cassettes/disk/disk.ts';
import { writeWhole } from '../io/write_whole.ts';

export const LATEST = 'latest';

/** The folder that `latest` stands for, whether it is still there or not; null where there is no `latest`. */
export function latestRun(suiteFolder: string): string | null {
  const pointer = join(suiteFolder, LATEST);
  const there = lstatSync(pointer, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) return resolve(suiteFolder, readlinkSync(pointer));
  if (there?.isFile()) return join(suiteFolder, basename(readFileSync(pointer, 'utf8').trim()));
  return null;
}

/** Makes a run its suite's latest, in one step. */
export function pointToLatest(folder: string): void {
  const [suiteFolder, name] = [dirname(folder), basename(folder)];
  const beside = besideOf(join(suiteFolder, `${LATEST}.${name}`));
  try {
    symlinkSync(name, beside, 'dir');
  } catch {
    writeWhole(join(suiteFolder, LATEST), `${name}\n`);
    return;
  }
  renameSync(beside, join(suiteFolder, LATEST));
}

/** Takes `latest` away, where no run is left. */
export function dropLatest(suiteFolder: string): void {
  rmSync(join(suiteFolder, LATEST), { force: true });
}
