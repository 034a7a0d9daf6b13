/**
 * Removes a run's folder, and nothing else.
 *
 * @module
 */
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { besideOf } from '../../cassettes/disk/disk.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { RUN_FILES, readRunRecord } from './run_files.ts';

/** `run.json` goes last. */
const FILES: readonly string[] = Object.values(RUN_FILES);

/** Throws a CommandFailure where a folder is no run's, or holds anything else. */
export function checkRemovable(folder: string): void {
  readRunRecord(folder);
  const stranger = readdirSync(folder).find((name) => !isOfRun(name));
  if (stranger === undefined) return;
  throw new CommandFailure(
    2,
    `Cannot remove run "${folder}": it holds "${stranger}", which is not of the run; move it away first`,
  );
}

/** Removes a run's folder, or fails where something else lies in it. */
export function removeRun(folder: string): void {
  checkRemovable(folder);
  const parts = readdirSync(folder).filter((name) => !FILES.includes(name));
  for (const file of [...parts, ...FILES]) rmSync(join(folder, file), { force: true });
  rmdirSync(folder);
}

/** A file of the run, or one that was being written when it was killed. */
function isOfRun(name: string): boolean {
  return FILES.some((file) => name === file || name === besideOf(file));
}
