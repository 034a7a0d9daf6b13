/**
 * The runs under a folder such as `results/runs`.
 *
 * @module
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeFailure } from '../io/errors/failure.ts';
import { linesOfFile } from '../io/lines_of_file.ts';
import { latestRun } from './latest_run.ts';
import { RUN_FILES, type RunTimes, readRunRecord, readTimings } from './run_files.ts';
import type { RunRecord } from './run_record.ts';

/** One run: what it is called, and what its folder says of it, or why that cannot be read. */
export type ListedRun = {
  /** `SUITE/NAME`. */
  readonly name: string;
  readonly folder: string;
  readonly isLatest: boolean;
} & (
  | { readonly run: RunRecord; readonly times: RunTimes; readonly problem: null }
  | { readonly run: null; readonly times: null; readonly problem: string }
);

/** By suite, and within it in the order in which they began; those that cannot be read come last. */
export function listRuns(runs: string, suite?: string): ListedRun[] {
  const suites = suite === undefined ? foldersIn(runs) : [suite];
  return suites.flatMap((each) => {
    const folder = join(runs, each);
    const latest = latestRun(folder);
    const listed = foldersIn(folder).map((name) => {
      const path = join(folder, name);
      const isLatest = latest !== null && resolve(latest) === resolve(path);
      return { name: `${each}/${name}`, folder: path, isLatest, ...contentOf(path) };
    });
    return listed.sort((a, b) => compare(beginOf(a), beginOf(b)) || compare(a.name, b.name));
  });
}

function contentOf(folder: string) {
  try {
    return { ...runState(folder), problem: null };
  } catch (error) {
    return { run: null, times: null, problem: describeFailure(error).message };
  }
}

/** What a run's folder says of it; of a run that is under way or was killed, how many episodes it has so far. */
export function runState(folder: string): { readonly run: RunRecord; readonly times: RunTimes } {
  const [run, times] = [readRunRecord(folder), readTimings(folder)];
  if (times.ended !== null) return { run, times };
  let episodesPlayed = 0;
  for (const { isWhole } of linesOfFile(join(folder, RUN_FILES.episodes))) if (isWhole) episodesPlayed += 1;
  return { run: { ...run, episodesPlayed }, times };
}

/** After every date. */
const UNKNOWN = '~';

function beginOf({ times }: ListedRun): string {
  return times?.started ?? UNKNOWN;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Folders, but not links to them: `latest` is no run of its own. */
function foldersIn(folder: string): string[] {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (!there?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
