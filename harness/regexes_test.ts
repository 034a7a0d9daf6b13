import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { PLACES } from './places.ts';
import { regexesOf } from './regexes.ts';

process.env['RECHECK_SYNC_BACKEND'] = 'pure'; // otherwise Java or a native program, where there is one

/** What ships: no tests, contracts and benchmarks, and nothing that says that it is there for tests. */
const PRODUCT = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: PLACES.root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(harness|planners|envs|cassettes)\//.test(file) && !/_(test|contract|bench)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(PLACES.root, file), 'utf8') }))
  .filter(({ text }) => !text.startsWith('/**\n * Test support: '));

test('regexesOf() finds literals and calls of RegExp, each with its line', () => {
  const text = "const a = /x+/g;\n\nconst b: RegExp = new RegExp(a.source);\nconst c = RegExp('y');\n// /no/\n'/no/'";
  expect(regexesOf('a.ts', text)).toEqual({ written: [{ line: 1, source: 'x+', flags: 'g' }], built: [3, 4] });
});

test('regexesOf() refuses what it cannot parse', () => {
  expect(() => regexesOf('a.ts', 'const = /x/')).toThrow('Cannot parse "a.ts"');
});

const SITES = PRODUCT.map(({ file, text }) => ({ file, ...regexesOf(file, text) }));
const BUILT = await builtOnImport(SITES.filter(({ built }) => built.length > 0).map(({ file }) => file));

test('expressions are built as a module loads, where they can be checked', () => {
  const late = SITES.flatMap(({ file, built }) => built.map((line) => `${file}:${line}`));
  expect(late.filter((place) => !BUILT.has(place))).toEqual([]);
});

/** Expression → where it stands. Without a repetition the length of a match is bounded, and time is linear. */
const places = new Map<string, string[]>();
for (const { file, written } of SITES) for (const regex of written) note(regex, `${file}:${regex.line}`);
for (const [place, regexes] of BUILT) for (const regex of regexes) note(regex, place);

function note(regex: Pick<RegExp, 'source' | 'flags'>, place: string): void {
  if (!/[*+{]/.test(regex.source)) return;
  const key = `/${regex.source}/${regex.flags}`;
  places.set(key, [...(places.get(key) ?? []), place]);
}

test.each([...places])('%s takes linear time', async (regex, where) => {
  const end = regex.lastIndexOf('/');
  // No time limits: the verdict is the same on every machine. recheck knows no sets (flag v), which no module has.
  const limits = { timeout: null, attackTimeout: null, incubationTimeout: null };
  const verdict = checkSync(regex.slice(1, end), regex.slice(end + 1), limits);
  const attack =
    verdict.status === 'vulnerable' ? `: ${verdict.complexity.summary}, as on ${verdict.attack.pattern}` : '';
  expect(`${verdict.status}${attack}`, `the expression in ${where.join(', ')}`).toBe('safe');
});

/** Loads modules and notes what they build: `file:line` → expressions. */
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
  vi.stubGlobal('RegExp', recorder);
  for (const file of files) await import(join(PLACES.root, file));
  vi.unstubAllGlobals();
  return found;
}
