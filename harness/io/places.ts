import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from './errors/failure.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Contains README.md; in a package, also `dist/`. */
const PAGES = import.meta.url.endsWith('.ts') ? ROOT : fileURLToPath(new URL('../../..', import.meta.url));

/** The clone, if the current folder is in it. */
const OWN = isBelow(ROOT, process.cwd()) ? ROOT : join(process.cwd(), '/');

export const PLACES = {
  root: ROOT,
  suites: `${ROOT}harness/run/suites`,
  schemas: `${ROOT}harness/cli/schemas`,
  examples: `${ROOT}harness/package/examples`,
  completion: `${ROOT}harness/cli/author/completion`,
  planners: `${ROOT}planners`,
  tapes: `${ROOT}cassettes/tapes`,
  references: `${ROOT}results/references`,
  baseline: `${PAGES}results/baseline`,
  ownTapes: `${OWN}results/tapes`,
  runs: `${OWN}results/runs`,
  sweeps: `${OWN}results/sweeps`,
  tables: `${OWN}results/tables`,
  report: `${OWN}results/report`,
  compiled: `${ROOT}node_modules/.cache/tapedeck`,
  compiledConfined: `${OWN}results/.compiled`,
} as const;

export function shippedOrOwn(name: string): string {
  if (existsSync(name)) return name;
  const [result, tape] = [resolve(PAGES, name), resolve(ROOT, name)];
  if (isBelow(PLACES.baseline, result) && existsSync(result)) return result;
  return isBelow(PLACES.tapes, tape) && existsSync(tape) ? tape : name;
}

export function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** True for the folder itself. Does not resolve links. */
export function isBelow(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return !isAbsolute(fromFolder) && fromFolder.split(/[/\\]/)[0] !== '..';
}
