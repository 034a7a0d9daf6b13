import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PART } from '../../cassettes/disk/disk.ts';
import { excerpt } from '../../envs/quoted.ts';
import { sha256 } from '../io/digest.ts';
import { invalid } from '../io/errors/failure.ts';
import { readText } from '../io/read_text.ts';
import { writeWhole } from '../io/write_whole.ts';

const SUMS = 'SHA256SUMS';

const REQUIRED = ['sources.json', 'runs.json', 'episodes.json'];

export function checkTablesFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const cannot = `Cannot write tables to "${folder}"`;
  if (!stats.isDirectory()) throw invalid(`${cannot}: it is a file; name a folder with --out`);
  const names = readdirSync(folder).filter((name) => !name.endsWith(PART));
  if (names.length > 0 && readSums(folder).size === 0) {
    throw invalid(`${cannot}: it contains files that are not tables; name a new folder with --out`);
  }
}

export function writeTables(folder: string, files: ReadonlyMap<string, string>): void {
  checkTablesFolder(folder);
  const old = readSums(folder);
  const foreign = [...files.keys()].find((name) => name !== SUMS && !old.has(name) && existsSync(join(folder, name)));
  if (foreign !== undefined) {
    throw invalid(
      `Cannot write tables to "${folder}": it contains "${foreign}", which \`tapedeck tables\` did not write; move it away, or name a new folder with --out`,
    );
  }
  for (const [name, sum] of old) {
    const path = join(folder, name);
    if (!files.has(name) && existsSync(path) && sha256(readFileSync(path, 'utf8')) === sum) rmSync(path);
  }
  // Written first, so that after a killed command the next one recognizes its files.
  for (const name of [SUMS, ...files.keys()]) {
    const [path, text] = [join(folder, name), files.get(name)];
    if (text !== undefined && !isWritten(path, text)) writeWhole(path, text);
  }
}

function readSums(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, SUMS);
  const lines = existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/^([0-9a-f]{64}) {2}([\w.-]+)$/gm)] : [];
  const sums = new Map(lines.map(([, sum = '', name = '']) => [name, sum]));
  return REQUIRED.every((name) => sums.has(name)) ? sums : new Map();
}

/** An unneeded write would wait for the disk. */
function isWritten(path: string, text: string): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(text, 'utf8'));
  } catch {
    return false; // the write reports the error
  }
}

const LIST_FILES = ['sources.json', 'runs.json'];

type MadeFiles = Readonly<{ files: ReadonlyMap<string, string>; shared: ReadonlySet<string> }>;

/** Unless `whole`, ignores extra files in the baseline, and rows of other suites in `shared` files. */
export function differencesFrom(
  baseline: string,
  { files, shared }: MadeFiles,
  { whole, hint }: { whole: boolean; hint: string },
): string[] {
  if (!existsSync(baseline)) throw invalid(`There is no baseline in "${baseline}"; make one with \`${hint}\``);
  const differences: string[] = [];
  const suites = JSON.parse(files.get('runs.json') ?? '[]').map(({ suite }: { suite: string }) => suite);
  for (const [name, text] of files) {
    const isPart = !whole && shared.has(name);
    if (isPart && !name.endsWith('.csv') && !LIST_FILES.includes(name)) continue;
    const path = join(baseline, name);
    if (!existsSync(path)) differences.push(`${name}: not in the baseline`);
    else if (isPart) differences.push(...rowDifferences(name, { before: readText(path), after: text, suites }));
    else differences.push(...firstDifference(name, readText(path), text));
  }
  if (whole) {
    const extra = readdirSync(baseline).filter((name) => !files.has(name));
    differences.push(...extra.sort().map((name) => `${name}: only in the baseline`));
  }
  return differences;
}

type Compared = Readonly<{ before: string; after: string; suites: readonly string[] }>;

function rowDifferences(name: string, { before, after, suites }: Compared): string[] {
  const [old, now] = [new Set(rowsOf(name, before)), new Set(rowsOf(name, after))];
  const belongsToSuites = (row: string) =>
    name.endsWith('.csv') && suites.some((suite) => row.startsWith(`${suite},`) || row.startsWith(`${suite}/`));
  const added = [...now].find((row) => !old.has(row));
  const lost = [...old].find((row) => !now.has(row) && belongsToSuites(row));
  return [
    ...(added === undefined ? [] : [`${name}: a row that is not in the baseline:\n  now      ${lineText(added)}`]),
    ...(lost === undefined ? [] : [`${name}: a row that is only in the baseline:\n  baseline ${lineText(lost)}`]),
  ];
}

function rowsOf(name: string, text: string): readonly string[] {
  if (name.endsWith('.csv')) return text.split('\n');
  return JSON.parse(text).map((entry: unknown) => JSON.stringify(entry));
}

function firstDifference(name: string, before: string, after: string): string[] {
  if (before === after) return [];
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = now.findIndex((line, number) => line !== old[number]);
  const line = at === -1 ? now.length : at;
  return [`${name}, line ${line + 1}:\n  baseline ${lineText(old[line])}\n  now      ${lineText(now[line])}`];
}

function lineText(line: string | undefined): string {
  return line === undefined ? '(no such line)' : excerpt(line, 200);
}
