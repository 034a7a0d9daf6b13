import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { examplesIn, publicEntries } from '../testing/public_names.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-kit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const [tracker = '', test = ''] = examplesIn(readme);
const [, trace = ''] = /^```text\n([\s\S]*?)\n```$/m.exec(readme) ?? [];

const FORGETFUL = tracker.replace("'in_hand')", "'in_hand, ' + this.#places.get(name)?.replace('in_hand, ', ''))");

const contracts = publicEntries()
  .flatMap(({ names }) => names)
  .filter(({ name }) => /Contract$/.test(name))
  .map(({ name, docstring }) => ({ name, text: examplesIn(docstring)[0] ?? '' }));

type Ended = Readonly<{ exitCode: number; said: string }>;

function ran(words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', VITEST: undefined };
    execFile(process.execPath, words, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), said: `${stdout}\n${stderr}` });
    });
  });
}

/** Resolves `tapedeck/…` as in an installed package. */
const HOOK = `import { serveOwnImports } from ${JSON.stringify(pathToFileURL(join(PLACES.root, 'harness/episode/own_imports.ts')).href)}; serveOwnImports();`;

const RUNNERS = {
  'node:test': (file: string) => ran(['--import', `data:text/javascript,${encodeURIComponent(HOOK)}`, file]),
  vitest: (file: string) =>
    ran([join(PLACES.root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=verbose', file]),
};

beforeAll(() => {
  symlinkSync(join(PLACES.root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const alias = [{ find: /^tapedeck\/(\w+)$/.source, replacement: `${PLACES.root}/harness/package/exports/$1.ts` }];
  writeFileSync(
    join(folder, 'vitest.config.mts'),
    `export default { resolve: { alias: ${JSON.stringify(alias)}.map(({ find, replacement }) => ({ find: new RegExp(find), replacement })) }, test: { include: ['*/*_test.mts'], testTimeout: 60_000 } };\n`,
  );
});

function written(runner: string, name: string, text: string, beside: Readonly<Record<string, string>> = {}): string {
  const place = join(folder, `${name}_${runner.replace(':', '_')}`);
  mkdirSync(place, { recursive: true });
  for (const [file, module] of Object.entries(beside)) writeFileSync(join(place, file), module);
  const path = join(place, `${name}_test.mts`);
  writeFileSync(path, text.replace("'node:test'", `'${runner}'`));
  return path;
}

describe.each(Object.entries(RUNNERS))('under %s', (runner, run) => {
  it('the tracker of the page passes', async () => {
    const { exitCode, said } = await run(written(runner, 'right', test, { 'my_tracker.mts': tracker }));
    expect(exitCode, said).toBe(0);
    expect(said).toContain('state-tracking invariants: MyTracker');
  });

  it('one that forgets that a pick-up empties the surface fails as the page says', async () => {
    const { exitCode, said } = await run(written(runner, 'forgetful', test, { 'my_tracker.mts': FORGETFUL }));
    expect(exitCode).toBe(1);
    const lines = (text: string) => text.split('\n').map((line) => line.trim());
    expect(lines(said)).toEqual(expect.arrayContaining(lines(trace).slice(1)));
    expect(said).toContain(trace.split('\n')[0]);
  });

  it.each(contracts)('the example of $name passes', async ({ name, text }) => {
    const { exitCode, said } = await run(written(runner, name, text));
    expect(exitCode, said).toBe(0);
    expect(said).toMatch(/\b(contract|invariants)\b/);
  });
});

it('there are examples of all contracts', () => {
  expect(contracts.map(({ name }) => name).sort()).toEqual(['envContract', 'plannerContract', 'trackerContract']);
});
