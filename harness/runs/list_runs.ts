/**
 * The runs under a folder such as `results/runs`.
 *
 * @module
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeFailure } from '../errors/failure.ts';
import { latestRun } from './latest_run.ts';
import { type RunTimes, readRunRecord, readTimings } from './run_files.ts';
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
    return { run: readRunRecord(folder), times: readTimings(folder), problem: null };
  } catch (error) {
    return { run: null, times: null, problem: describeFailure(error).message };
  }
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
