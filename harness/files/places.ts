/**
 * Where the shipped files lie, relative to this checkout.
 *
 * @module
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const PLACES = {
  root: ROOT,
  suites: `${ROOT}harness/suites`,
  planners: `${ROOT}planners`,
  tapes: `${ROOT}cassettes/tapes`,
  ownTapes: `${ROOT}results/tapes`,
  references: `${ROOT}results/references`,
  baseline: `${ROOT}results/baseline`,
  runs: `${ROOT}results/runs`,
  tables: `${ROOT}results/tables`,
  report: `${ROOT}results/report`,
  compiled: `${ROOT}results/.compiled`,
} as const;

/** Base names of the files with an ending in a folder, sorted by code unit; none where the folder is missing. */
export function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
