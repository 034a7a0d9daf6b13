/** recheck is slow, so `safe_regexes.json` keeps its verdicts; TAPEDECK_TEST_FACTOR=5 judges all again, and `-u`, as last word, new ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { PLACES } from '../io/places.ts';
import { regexesOf } from './regexes.ts';
import { isLong } from './run_count.ts';
import { FOR_TESTS, MODULES, sources } from './source_tree.ts';

process.env['RECHECK_SYNC_BACKEND'] = 'pure'; // otherwise Java or a native program, where there is one

test('regexesOf() finds literals and calls of RegExp, each with its line', () => {
  const text = "const a = /x+/g;\n\nconst b: RegExp = new RegExp(a.source);\nconst c = RegExp('y');\n// /no/\n'/no/'";
  expect(regexesOf('a.ts', text)).toEqual({ written: [{ line: 1, source: 'x+', flags: 'g' }], built: [3, 4] });
});

test('regexesOf() refuses what it cannot parse', () => {
  expect(() => regexesOf('a.ts', 'const = /x/')).toThrow('Cannot parse "a.ts"');
});

const SITES = MODULES.filter((file) => !FOR_TESTS.has(file)).map((file) => {
  return { file, ...regexesOf(file, sources.get(file) ?? '') };
});
const BUILT = await builtOnImport(SITES.filter(({ built }) => built.length > 0).map(({ file }) => file));

test('expressions are built as a module loads, where they can be checked', () => {
  const late = SITES.flatMap(({ file, built }) => built.map((line) => `${file}:${line}`));
  expect(late.filter((place) => !BUILT.has(place))).toEqual([]);
});

/** Expression → places. Without a repetition, time is linear. */
const places = new Map<string, string[]>();
for (const { file, written } of SITES) for (const regex of written) note(regex, `${file}:${regex.line}`);
for (const [place, regexes] of BUILT) for (const regex of regexes) note(regex, place);

function note(regex: Pick<RegExp, 'source' | 'flags'>, place: string): void {
  if (!/[*+{]/.test(regex.source)) return;
  const key = `/${regex.source}/${regex.flags}`;
  places.set(key, [...(places.get(key) ?? []), place]);
}

const KEPT = 'safe_regexes.json';
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const version: string = readJson(join(PLACES.root, 'package.json')).devDependencies.recheck;
const known: { recheck: string; safe: readonly string[] } = readJson(join(import.meta.dirname, KEPT));
const isKnown = new Set(known.recheck === version ? known.safe : []);
const judged = [...places].filter(([regex]) => isLong || !isKnown.has(regex));

test.each(judged)('%s takes linear time', async (regex, where) => {
  const { status, attack } = verdictOn(regex);
  expect(`${status}${attack}`, `the expression in ${where.join(', ')}`).toBe('safe');
});

test('what was found is kept for every expression, and for no other', async () => {
  const safe = [...places.keys()].filter((regex) => isKnown.has(regex) || verdictOn(regex).status === 'safe').sort();
  await expect(`${JSON.stringify({ recheck: version, safe }, null, 2)}\n`).toMatchFileSnapshot(KEPT);
});

test.each(['/(?:a|a)*b/', '/^(?<!b)(\\w+\\s?){2,40}$/', '/\\s+$/'])('%s does not', (regex) => {
  expect(verdictOn(regex).status).toBe('vulnerable');
});

function verdictOn(regex: string): { status: string; attack: string } {
  const end = regex.lastIndexOf('/');
  // no time limits, so that the verdict is the same on every machine
  const limits = { timeout: null, attackTimeout: null, incubationTimeout: null };
  const verdict = checkSync(regex.slice(1, end), regex.slice(end + 1), limits);
  if (verdict.status !== 'vulnerable') return { status: verdict.status, attack: '' };
  return { status: 'vulnerable', attack: `: ${verdict.complexity.summary}, as on ${verdict.attack.pattern}` };
}

async function builtOnImport(files: readonly string[]): Promise<Map<string, RegExp[]>> {
  const found = new Map<string, RegExp[]>();
  const recorder = new Proxy(RegExp, {
    construct(target, args, newTarget) {
      const regex: RegExp = Reflect.construct(target, args, newTarget);
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const at = files.find((file) => caller.includes(`/${file}:`));
      const place = `${at}:${caller.split(':').at(-2)}`;
      if (at !== undefined) found.set(place, [...(found.get(place) ?? []), regex]);
      return regex;
    },
  });
  vi.resetModules(); // earlier tests have loaded some of them
  vi.stubGlobal('RegExp', recorder);
  for (const file of files) await import(join(PLACES.root, file));
  vi.unstubAllGlobals();
  return found;
}
