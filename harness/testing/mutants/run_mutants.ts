/**
 * Finds what kills drawn mutants of the product, one JSON line each:
 * `node harness/testing/mutants/run_mutants.ts --copy DIR [--seed 1] [--count 200] [--from 0] [--again mutants.jsonl] >> mutants.jsonl`.
 *
 * DIR is a checkout of its own (`git worktree add DIR`). A mutant meets the unit tests of its folder, then all others that execute its place,
 * then `tables --check`. `--again` takes the mutants of an earlier run, and their killers first; `--from` continues a run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../../../envs/random_numbers.ts';
import { PLACES } from '../../io/places.ts';
import { FOR_TESTS, MODULES, sources } from '../source_tree.ts';
import { type Mutant, mutantsOf, mutated, watched } from './mutants.ts';

const SECONDS_MAX = 900;
const TABLES = ['harness/main.ts', 'tables', '--check', '--jobs', '2'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--testTimeout', '120000'];

/** The text of the line finds the mutant again in a changed tree. */
type Entry = Readonly<{
  file: string;
  line: string;
  column: number;
  original: string;
  replacement: string;
  /** A test file, `tables --check`, or null for one that lives. */
  by: string | null;
}>;

const { values } = parseArgs({
  options: {
    copy: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    again: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
});
const copy = values.copy ?? '';
if (copy === '') throw new Error('--copy DIR: a checkout into which mutants may be written');
if (!existsSync(join(copy, 'node_modules'))) symlinkSync(join(PLACES.root, 'node_modules'), join(copy, 'node_modules'));

const product = MODULES.filter((file) => !FOR_TESTS.has(file));
const all = product.flatMap((file) =>
  mutantsOf(file, sources.get(file)!).map((mutant) => ({ ...mutant, ...placeOf(mutant) })),
);
const earlier = values.again === undefined ? [] : entriesIn(readFileSync(values.again, 'utf8'));
const drawn = draw(found(earlier));
const testsOf = await reachingTests(drawn);
const isInTables = await reachedByTables();
for (const [number, { within: _, isStatement: __, start: ___, ...mutant }] of drawn.entries()) {
  if (number < Number(values.from)) continue;
  console.log(JSON.stringify({ ...mutant, by: await killerOf(drawn[number]!, testsOf.get(number) ?? []) }));
}

function placeOf({ file, start }: Mutant): Pick<Entry, 'line' | 'column'> {
  const text = sources.get(file)!;
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const end = text.indexOf('\n', start);
  const whole = text.slice(begin, end === -1 ? undefined : end);
  return { line: whole.trim(), column: start - begin - (whole.length - whole.trimStart().length) };
}

function draw<M>(first: readonly (Mutant & M)[]): typeof all {
  const random = randomNumbers(Number(values.seed));
  const rest = all.filter((mutant) => !first.includes(mutant as never));
  const missing = Math.max(0, Number(values.count) - first.length);
  return [
    ...(first as unknown as typeof all),
    ...Array.from({ length: missing }, () => rest.splice(random.below(rest.length), 1)[0]!),
  ];
}

function entriesIn(lines: string): readonly Entry[] {
  const written = lines.split('\n').filter((line) => line !== '');
  return written.map((line): Entry => JSON.parse(line));
}

function found(entries: readonly Entry[]): typeof all {
  const mutants = entries.flatMap((entry) => {
    const same = all.filter((mutant) => isSame(mutant, entry));
    const namesake = same.find(({ file }) => basename(file) === basename(entry.file));
    return same.find(({ file }) => file === entry.file) ?? namesake ?? same[0] ?? [];
  });
  return [...new Set(mutants)];
}

function isSame(mutant: Omit<Entry, 'by' | 'file'>, entry: Entry): boolean {
  return (['line', 'column', 'original', 'replacement'] as const).every((key) => mutant[key] === entry[key]);
}

/** All unit tests run once, each file with modules of its own. */
async function reachingTests(mutants: readonly Mutant[]): Promise<Map<number, string[]>> {
  const log = join(copy, 'node_modules/.tapedeck-reached.jsonl');
  const setup = join(copy, 'harness/testing/property_size.ts');
  const config = join(copy, 'vitest.config.ts');
  writeFileSync(log, '');
  const changed = new Map<string, string>();
  const change = (path: string, edit: (text: string) => string) => {
    const text = readFileSync(path, 'utf8');
    if (!changed.has(path)) changed.set(path, text);
    writeFileSync(path, edit(text));
  };
  try {
    for (const file of new Set(mutants.map((mutant) => mutant.file))) {
      const here = new Map([...mutants.entries()].filter(([, mutant]) => mutant.file === file));
      change(join(copy, file), (text) => watched(text, here));
    }
    change(config, (text) => text.replace('isolate: false', 'isolate: true'));
    const report = `import { appendFileSync } from 'node:fs';
import { afterAll as atTheEnd, expect as state } from 'vitest';
atTheEnd(() => appendFileSync(${JSON.stringify(log)}, JSON.stringify([state.getState().testPath, [...(globalThis.reached ?? [])]]) + '\\n'));
`;
    change(setup, (text) => `${text}\n${report}`);
    await succeeds([...VITEST], 1800);
  } finally {
    for (const [path, text] of changed) writeFileSync(path, text);
  }
  const tests = new Map<number, string[]>();
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  if (lines.length === 0) throw new Error('No test file reported what it carries out: run the unit tests in the copy');
  for (const line of lines) {
    const [path, numbers]: [string, number[]] = JSON.parse(line);
    const test = path.slice(path.indexOf(copy) + copy.length + 1);
    for (const number of numbers) tests.set(number, [...(tests.get(number) ?? []), test]);
  }
  return tests;
}

async function reachedByTables(): Promise<(mutant: Mutant) => boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-coverage-'));
  await succeeds(TABLES, 1800, { NODE_V8_COVERAGE: folder });
  const ranges = readdirSync(folder).flatMap((file) => {
    const { result }: Coverage = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return result.map(({ url, functions }) => ({ url, ranges: functions.flatMap((each) => each.ranges) }));
  });
  rmSync(folder, { recursive: true });
  return ({ file, start }) =>
    ranges
      .filter(({ url }) => url.endsWith(`/${file}`))
      .some(({ ranges: all }) => {
        const around = all.filter(({ startOffset, endOffset }) => startOffset <= start && start < endOffset);
        const size = (range: (typeof around)[number]) => range.endOffset - range.startOffset;
        const [inmost] = around.sort((a, b) => size(a) - size(b));
        return inmost !== undefined && inmost.count > 0;
      });
}

/** NODE_V8_COVERAGE; stripped types are blanks, so offsets are those of the source. */
type Coverage = {
  readonly result: readonly Readonly<{
    url: string;
    functions: readonly {
      readonly ranges: readonly Readonly<{ startOffset: number; endOffset: number; count: number }>[];
    }[];
  }>[];
};

async function killerOf(mutant: (typeof all)[number], tests: readonly string[]): Promise<string | null> {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, mutant));
  const killers = earlier.filter((entry) => isSame(mutant, entry)).map(({ by }) => basename(by ?? ''));
  const turns = Map.groupBy(tests, (test) => {
    if (killers.includes(basename(test))) return 0;
    return dirname(test) === dirname(mutant.file) ? 1 : 2;
  });
  try {
    return (
      (await failedTest(turns.get(0) ?? [])) ??
      (await failedTest(turns.get(1) ?? [])) ??
      (await failedTest(turns.get(2) ?? [])) ??
      (isInTables(mutant) && !(await succeeds(TABLES, SECONDS_MAX)) ? 'tables --check' : null)
    );
  } finally {
    writeFileSync(path, text);
  }
}

/** The first test file that fails, and fails again on its own. */
async function failedTest(tests: readonly string[]): Promise<string | null> {
  if (tests.length === 0) return null;
  const report = join(copy, 'node_modules/.tapedeck-mutants.json');
  writeFileSync(report, '{}');
  const begun = performance.now();
  if (await succeeds([...VITEST, ...tests, '--bail', '1', '--reporter=json', `--outputFile=${report}`], SECONDS_MAX))
    return null;
  if (performance.now() - begun > SECONDS_MAX * 1000) return 'time';
  const { testResults = [] }: { testResults?: { name: string; status: string }[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const failed = testResults.find(({ status }) => status === 'failed')?.name;
  if (failed === undefined) return tests.length === 1 ? tests[0]! : await firstFailed(tests);
  const file = failed.slice(failed.indexOf(copy) === -1 ? 0 : failed.indexOf(copy) + copy.length + 1);
  if (!(await succeeds([...VITEST, file], SECONDS_MAX))) return file;
  return failedTest(tests.filter((test) => test !== file));
}

async function firstFailed(tests: readonly string[]): Promise<string | null> {
  for (const test of tests) if (!(await succeeds([...VITEST, test], SECONDS_MAX))) return test;
  return null;
}

async function succeeds(words: readonly string[], seconds: number, extra: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const env = { ...process.env, ...extra };
  const child = spawn(process.execPath, words, { cwd: copy, env, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), seconds * 1000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return code === 0;
}
