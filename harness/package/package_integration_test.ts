import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { sum } from '../trace/metrics/numbers.ts';
import { type InstalledProject, installedProject, npm } from './testing/installed_project.ts';
import { nodeContract } from './testing/node_contract.ts';
import { compiled, programEnded } from './testing/project_commands.ts';
import { examplesIn, publicEntries } from './testing/public_names.ts';

const olderNode = (major: number) =>
  join(PLACES.root, `harness/package/older_nodes/node_modules/node-${major}-linux-${process.arch}/bin/node`);
const NODES = [
  { major: 20, path: olderNode(20) },
  { major: 22, path: olderNode(22) },
  { major: 26, path: process.execPath },
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tapedeck-package-')));
afterAll(() => rmSync(folder, { recursive: true }));

let installed: InstalledProject;
beforeAll(async () => {
  installed = await installedProject(folder);
}, 300_000);

const ran = (program: string, args: readonly string[], cwd = installed.folder) => programEnded(program, args, cwd);
const program = () => join(installed.folder, 'node_modules/tapedeck/harness/package/tapedeck.js');

describe('the tarball', () => {
  it('holds no tests, no sources and nothing that nobody reads, and is small', () => {
    const { size, unpackedSize, files } = installed.packed;
    const paths = files.map(({ path }) => path);
    const isForTests = (path: string) => /_test\.|_bench\.|\/(testing|bench|fuzz|golden)\//.test(path);
    const isSource = (path: string) => /(?<!\.d)\.ts$/.test(path);
    const isUnreachedType = (path: string) => /^dist\/harness\/(cli|report)\/.*\.d\.ts$/.test(path);
    const isPage = (path: string) => /\/README\.md$|^results\/.*\.md$|^(?!dist\/).*\.(svg|png)$/.test(path);
    const strange = paths.filter(
      (path) =>
        (isForTests(path) && !isPage(path) && !path.startsWith('dist/harness/package/examples/tests/')) ||
        (isSource(path) && !path.startsWith('dist/harness/package/examples/')) ||
        isUnreachedType(path),
    );
    expect(strange).toEqual([]);
    const tables = paths.filter((path) => path.startsWith('results/baseline/'));
    expect(tables.map((path) => basename(path)).sort()).toEqual(readdirSync(PLACES.baseline).sort());
    const others = paths.filter((path) => !path.startsWith('dist/') && !isPage(path) && !tables.includes(path));
    const pages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'LICENSE', 'README.md'];
    expect(others.sort()).toEqual([...pages, 'harness/package/tapedeck.js', 'package.json']);
    // PlanBench's facts have a bound of their own; they are packed already.
    const sizeOf = (start: string) => sum(files.filter(({ path }) => path.startsWith(start)).map((file) => file.size));
    const facts = sizeOf('dist/results/planbench/');
    expect(facts).toBeLessThan(1e6);
    expect(size - facts).toBeLessThan(5e6);
    expect(unpackedSize - facts - sizeOf('dist/cassettes/tapes/planbench/')).toBeLessThan(15e6);
  });

  it('holds every page and picture to which its pages lead, at the place that they name', () => {
    const paths = installed.packed.files.map(({ path }) => path);
    const isThere = (target: string) => paths.some((path) => path === target || path.startsWith(`${target}/`));
    const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'));
    const links = pages.flatMap((page) => {
      const text = readFileSync(join(installed.folder, 'node_modules/tapedeck', page), 'utf8');
      return [...text.matchAll(/\]\((?![a-z]+:)([^()\s#]+)[^()\s]*\)/g)].map(([, target = '']) => ({
        page,
        target: posix.join(posix.dirname(page), target),
      }));
    });
    // Other pages are also for those who change the code, which is in a clone.
    const isShown = ({ page, target }: (typeof links)[number]) =>
      page === 'README.md' || /\.(md|svg|png)$/.test(target);
    expect(links.filter(isShown).length).toBeGreaterThan(100);
    expect(links.filter((link) => isShown(link) && !isThere(link.target.replace(/\/$/, '')))).toEqual([]);
  });

  it('has types that resolve in every way in which modules of today are imported', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball))));
    expect(result.types).toBeTruthy();
    const problems = 'problems' in result ? result.problems : [];
    // CommonJS and the resolution of Node 10 are not for modules.
    const isOther = (problem: object) =>
      'resolutionKind' in problem && /^node10$|-cjs$/.test(String(problem.resolutionKind));
    expect(problems.filter((problem) => !isOther(problem))).toEqual([]);
  });

  it('has a manifest without mistakes', async () => {
    const { messages } = await publint({ pkgDir: join(installed.folder, 'node_modules/tapedeck'), pack: false });
    expect(messages).toEqual([]);
  });
});

it('JSR takes the modules as they stand', async () => {
  // Types are inferred from schemas, which JSR calls slow; the compiler has checked them.
  const asked = ['publish', '--dry-run', '--allow-dirty', '--allow-slow-types', '--no-check', '--quiet'];
  const { exitCode, said } = await ran(join(PLACES.root, 'node_modules/.bin/deno'), asked, PLACES.root);
  expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
});

// Older Nodes are there where `.ci/run` has installed them, on Linux.
for (const { major, path } of NODES) {
  describe.skipIf(!existsSync(path))(`installed, with Node ${major}`, () => {
    nodeContract({ major, path, isNewest: path === process.execPath }, () => installed);
  });
}

describe('installed', () => {
  it('what init writes is checked by its types', async () => {
    for (const kind of ['planner', 'tests']) {
      const cwd = join(installed.folder, `typed_${kind}`);
      expect(await ran(process.execPath, [program(), 'init', kind, cwd])).toMatchObject({ exitCode: 0 });
      expect(await compiled(cwd, { checkJs: true, noEmit: true })).toEqual({ exitCode: 0, out: '', said: '' });
    }
  });

  it('the tests that init writes pass under Vitest', async () => {
    const cwd = join(installed.folder, 'vitest');
    expect(await ran(process.execPath, [program(), 'init', 'tests', cwd])).toMatchObject({ exitCode: 0 });
    mkdirSync(join(cwd, 'node_modules'));
    for (const name of ['vitest', 'vite']) {
      symlinkSync(join(PLACES.root, 'node_modules', name), join(cwd, 'node_modules', name), 'dir');
    }
    const words = [join(PLACES.root, 'node_modules/vitest/vitest.mjs'), 'run'];
    const { exitCode, out, said } = await ran(process.execPath, words, cwd);
    expect(exitCode, `${out}\n${said}`).toBe(0);
    expect(out).toMatch(/Tests .*2 passed/);
  });

  it('is called by npx', async () => {
    const { stdout } = await npm(['exec', '--', 'tapedeck', '--version'], installed.folder);
    expect(stdout.trim()).toBe(JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8')).version);
  });

  it('the examples in the docstrings compile and run', async () => {
    const place = join(installed.folder, 'examples');
    mkdirSync(place);
    const documented = publicEntries().flatMap((entry) => [entry, ...entry.names]);
    const examples = new Set(documented.flatMap(({ docstring }) => examplesIn(docstring)));
    const isShown = (entry: string) => [...examples].some((example) => example.includes(` from '${entry}';`));
    const entries = publicEntries().map(({ name }) => (name === 'tapedeck' ? name : `tapedeck/${name}`));
    expect(entries.filter((entry) => !isShown(entry))).toEqual([]);
    for (const [at, example] of [...examples].entries()) writeFileSync(join(place, `example_${at}.mts`), example);
    expect(await compiled(place, { skipLibCheck: false })).toEqual({ exitCode: 0, out: '', said: '' });
    const modules = readdirSync(place).filter((file) => file.endsWith('.mjs'));
    expect(modules).toHaveLength(examples.size);
    writeFileSync(join(place, 'all.mjs'), modules.map((name) => `import './${name}';\n`).join(''));
    const { exitCode, said } = await ran(process.execPath, ['all.mjs'], place);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: '' });
  });

  it('ends at a signal as a clone does, whatever a planner computes', async () => {
    const cwd = join(installed.folder, 'endless');
    mkdirSync(cwd);
    const endless = `
      import { writeSync } from 'node:fs';
      import { z } from 'zod';
      export const planner = {
        name: 'endless', title: 'E', summary: '', worlds: 'any', privileged: () => false, options: z.strictObject({}), promptSlots: {},
        plan() { writeSync(2, 'planning'); for (;;); },
      };`;
    writeFileSync(join(cwd, 'endless.mjs'), endless);
    const asked = ['run', 'household', '--planner', './endless.mjs', '--scene', '1', '--task', 'open_fridge'];
    const tapedeck = spawn(process.execPath, [program(), ...asked], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(tapedeck, 'exit');
    tapedeck.stderr.once('data', () => tapedeck.kill('SIGINT'));
    expect(await ended).toEqual([130, null]);
  });
});
