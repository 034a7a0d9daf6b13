/**
 * Compares what `tapedeck tables` made with the committed files, byte for byte.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt } from '../../envs/quoted.ts';
import { invalid } from '../io/errors/failure.ts';
import { readText } from '../io/read_text.ts';

/** An entry of these stands for a suite, as a row of a table does. */
const LISTS = ['sources.json', 'runs.json'];

/** Files as they were made: name → text, and the names of those over all suites. */
type MadeFiles = { readonly files: ReadonlyMap<string, string>; readonly shared: ReadonlySet<string> };

/**
 * A line for each file that differs from the baseline or is missing there. Where all suites were made (`whole`), for each that
 * is there too much, as well; else files over all suites are compared by the rows of those that were made.
 */
export function differencesFrom(
  baseline: string,
  { files, shared }: MadeFiles,
  { whole, hint }: { whole: boolean; hint: string },
): string[] {
  if (!existsSync(baseline)) {
    throw invalid(`There is no baseline in "${baseline}"; make one with \`${hint}\``);
  }
  const differences: string[] = [];
  const suites = JSON.parse(files.get('runs.json') ?? '[]').map(({ suite }: { suite: string }) => suite);
  for (const [name, text] of files) {
    const isPart = !whole && shared.has(name);
    if (isPart && !name.endsWith('.csv') && !LISTS.includes(name)) continue; // the same rows, or sums over all suites
    const path = join(baseline, name);
    if (!existsSync(path)) differences.push(`${name}: not in the baseline`);
    else if (!isPart) differences.push(...firstDifference(name, readText(path), text));
    else
      differences.push(
        ...newRows(name, readText(path), text),
        ...lostRows(name, readText(path), { after: text, suites }),
      );
  }
  if (whole) {
    const extra = readdirSync(baseline).filter((name) => !files.has(name));
    differences.push(...extra.sort().map((name) => `${name}: in the baseline only`));
  }
  return differences;
}

function newRows(name: string, before: string, after: string): string[] {
  const known = new Set(rowsOf(name, before));
  const row = rowsOf(name, after).find((each) => !known.has(each));
  return row === undefined ? [] : [`${name}: a row that is not in the baseline:\n  now      ${shown(row)}`];
}

/** A row of a suite that was made, which is no more; a row begins with its suite, or with an episode of it. */
function lostRows(
  name: string,
  before: string,
  { after, suites }: { readonly after: string; readonly suites: readonly string[] },
): string[] {
  if (!name.endsWith('.csv')) return [];
  const known = new Set(rowsOf(name, after));
  const row = rowsOf(name, before).find(
    (each) => !known.has(each) && suites.some((suite) => each.startsWith(`${suite},`) || each.startsWith(`${suite}/`)),
  );
  return row === undefined ? [] : [`${name}: a row that is in the baseline only:\n  baseline ${shown(row)}`];
}

/** Lines of a table, or entries of a list. */
function rowsOf(name: string, text: string): readonly string[] {
  if (name.endsWith('.csv')) return text.split('\n');
  return JSON.parse(text).map((tape: unknown) => JSON.stringify(tape));
}

function firstDifference(name: string, before: string, after: string): string[] {
  if (before === after) return [];
  const old = before.split('\n');
  const now = after.split('\n');
  const at = now.findIndex((line, number) => line !== old[number]);
  const line = at === -1 ? now.length : at;
  return [`${name}, line ${line + 1}:\n  baseline ${shown(old[line])}\n  now      ${shown(now[line])}`];
}

function shown(line: string | undefined): string {
  return line === undefined ? '(no such line)' : excerpt(line, 200);
}
