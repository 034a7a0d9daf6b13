/**
 * Finds a run by what a user calls it.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandFailure } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { LATEST, latestRun } from './latest_run.ts';

/**
 * The folder of a run: given itself, as `SUITE/NAME` of `results/runs`, or as the folder of its suite, which stands for the latest.
 * Throws a CommandFailure where there is none.
 */
export function findRun(name: string, runs: string = PLACES.runs): string {
  const found = runAt(name) ?? runAt(join(runs, name));
  if (found !== null) return found;
  const folder = existsSync(name) ? name : join(runs, name);
  const latest = latestRun(basename(name) === LATEST ? dirname(folder) : folder);
  const why = latest === null ? 'it has no run.json' : `its latest, "${latest}", is not there`;
  throw new CommandFailure(
    2,
    `"${name}" is no run: ${why}; make one with \`tapedeck run SUITE\`, or choose one with \`tapedeck runs list\``,
  );
}

/** The run in this folder, or the latest where it is a suite's; null where there is none. */
export function runAt(path: string): string | null {
  const latest = latestRun(basename(path) === LATEST ? dirname(path) : path);
  const folder = latest ?? path;
  return existsSync(join(folder, 'run.json')) ? folder : null;
}
