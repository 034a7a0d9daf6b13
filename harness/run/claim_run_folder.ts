/**
 * Gives each run a folder of its own, which it shares with no other, not even with one that begins at the same moment.
 *
 * @module
 */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingFile } from '../../cassettes/disk/disk.ts';
import { makeFolder } from '../../cassettes/disk/make_folder.ts';
import { commandText } from '../io/command_text.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { LATEST } from './latest_run.ts';
import type { RunRecord } from './run_record.ts';

/** Where a run goes: a folder that was named, or one under `runs/<suite>/` that is called by its name or by the time. */
export type RunPlace =
  | { readonly out: string }
  | { readonly runs: string; readonly suite: string; readonly name: string | undefined; readonly now: Date };

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

/** Runs that may begin in one second. */
const NAMESAKES_MAX = 1_000;

/** Makes the folder, with the run's record in it, and gives its path. Throws a CommandFailure where that place is taken. */
export function claimRunFolder(place: RunPlace, run: RunRecord): string {
  if ('out' in place) {
    if (claim(place.out, run)) return place.out;
    throw taken(place.out, '--out');
  }
  const { runs, suite, name, now } = place;
  if (name !== undefined) {
    checkRunName(name);
    const folder = join(runs, suite, name);
    if (claim(folder, run)) return folder;
    throw taken(folder, '--name');
  }
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let count = 1; count <= NAMESAKES_MAX; count += 1) {
    const folder = join(runs, suite, count === 1 ? time : `${time}-${count}`);
    if (claim(folder, run)) return folder;
  }
  throw new CommandFailure(2, `Cannot begin a run: ${NAMESAKES_MAX} began at "${time}"; name this one with --name`);
}

/** Refuses a name that cannot be a folder's on every system, or means something else. */
export function checkRunName(name: string): void {
  if (NAME.test(name) && !name.endsWith('.') && name !== LATEST) return;
  throw new CommandFailure(
    2,
    `--name must be of letters, digits, "_", "-" and ".", begin with a letter or digit, and not be "${LATEST}"; found "${name}"`,
  );
}

/** False where the folder holds anything. Of two that come at once, the file system lets one create the file. */
function claim(folder: string, run: RunRecord): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) return false;
  makeFolder(folder);
  if (readdirSync(folder).length > 0) return false;
  const file = join(folder, 'run.json');
  try {
    writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    rmSync(file, { force: true }); // half a record would keep the folder from the next run
    throw namingFile(file, error);
  }
}

function taken(folder: string, option: string): CommandFailure {
  const cannot = `Cannot write the run to "${folder}"`;
  if (!statSync(folder).isDirectory()) return new CommandFailure(2, `${cannot}: it is a file; name a folder`);
  if (!readdirSync(folder).includes('run.json')) {
    return new CommandFailure(2, `${cannot}: it holds other files; give another with ${option}`);
  }
  return new CommandFailure(
    2,
    `${cannot}: it holds an earlier run, and no run overwrites another; give another with ${option}, or remove that run: ${commandText(['runs', 'rm', folder])}`,
  );
}
