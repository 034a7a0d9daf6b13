/**
 * The package as a user has it: packed, installed into an empty project, and used there.
 *
 * @module
 */
import { type ExecFileException, execFile, spawn } from 'node:child_process';
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
import { PLACES } from '../files/places.ts';
import { type InstalledProject, installedProject, npm, outsidePath } from './testing/installed_project.ts';
import { examplesIn, publicEntries } from './testing/public_names.ts';

const LOWEST = join(PLACES.root, 'harness/package/lowest_node/node_modules/.bin/node');
const NODES = [
  { node: 'the Node of a clone', path: process.execPath },
  ...(existsSync(LOWEST) ? [{ node: 'the lowest Node', path: LOWEST }] : []),
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tapedeck-package-')));
afterAll(() => rmSync(folder, { recursive: true }));

let installed: InstalledProject;
beforeAll(async () => {
  installed = await installedProject(folder);
}, 300_000);

type Ended = { readonly exitCode: number; readonly out: string; readonly said: string };

/** Runs a program in a folder, without the project's own tools on the PATH. */
function ran(program: string, args: readonly string[], cwd = installed.folder): Promise<Ended> {
  const { VITEST: _, ...inherited } = process.env; // what it starts runs by itself
  const env = { ...inherited, PATH: outsidePath() };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error: ExecFileException | null, out, said) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code ?? -1), out, said });
    });
  });
}

const program = () => join(installed.folder, 'node_modules/tapedeck', 'harness/package/tapedeck.js');

/** Compiles as a user with strict settings would. The types of the package themselves are checked where the examples of all entries are compiled. */
function compiled(place: string, more: object = {}): Promise<Ended> {
  const options = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'], ...more };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  return ran(process.execPath, [join(PLACES.root, 'node_modules/typescript/bin/tsc')], place);
}

/** The planner that stands at the head of `tapedeck/planner`. */
function examplePlanner(): string {
  const entry = publicEntries().find(({ name }) => name === 'planner');
  return examplesIn(entry?.docstring ?? '')[0] ?? '';
}

describe('the tarball', () => {
  it('holds no tests, no sources and nothing that nobody reads, and is small', () => {
    const { size, unpackedSize, files } = installed.packed;
    const paths = files.map(({ path }) => path);
    const isForTests = (path: string) => /_test\.|_bench\.|\/(testing|bench|fuzz|golden)\//.test(path);
    const isSource = (path: string) => /(?<!\.d)\.ts$/.test(path);
    const isUnreachedType = (path: string) => /^dist\/harness\/(commands|command_line|report)\/.*\.d\.ts$/.test(path);
    const isPage = (path: string) => /\/README\.md$|^results\/.*\.md$|^(?!dist\/).*\.(svg|png)$/.test(path);
    const strange = paths.filter(
      (path) =>
        (isForTests(path) && !isPage(path) && !path.startsWith('dist/harness/examples/tests/')) ||
        (isSource(path) && !path.startsWith('dist/harness/examples/')) ||
        isUnreachedType(path),
    );
    expect(strange).toEqual([]);
    const tables = paths.filter((path) => path.startsWith('results/baseline/'));
    expect(tables.map((path) => basename(path)).sort()).toEqual(readdirSync(PLACES.baseline).sort());
    const others = paths.filter((path) => !path.startsWith('dist/') && !isPage(path) && !tables.includes(path));
    expect(others.sort()).toEqual([
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'harness/package/tapedeck.js',
      'package.json',
    ]);
    expect(size).toBeLessThan(5e6);
    expect(unpackedSize).toBeLessThan(15e6);
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
    const ofModules = problems.filter(
      (problem) => !('resolutionKind' in problem && /^node10$|-cjs$/.test(problem.resolutionKind)),
    );
    expect(ofModules).toEqual([]);
  });

  it('has a manifest without mistakes', async () => {
    const { messages } = await publint({ pkgDir: join(installed.folder, 'node_modules/tapedeck'), pack: false });
    expect(messages).toEqual([]);
  });
});

describe('JSR', () => {
  it('takes the modules as they stand', async () => {
    // Types are inferred from schemas, which JSR calls slow; the compiler has checked them.
    const asked = ['publish', '--dry-run', '--allow-dirty', '--allow-slow-types', '--no-check', '--quiet'];
    const { exitCode, said } = await ran(join(PLACES.root, 'node_modules/.bin/deno'), asked, PLACES.root);
    expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
  });
});

describe.each(NODES)('installed, with $node', ({ path }) => {
  const place = (name: string) => {
    const made = join(
      installed.folder,
      `${name}_${basename(join(path, '../../..'))}_${NODES.findIndex((each) => each.path === path)}`,
    );
    mkdirSync(made, { recursive: true });
    return made;
  };
  const tapedeck = (args: readonly string[], cwd: string) => ran(path, [program(), ...args], cwd);

  it('every export can be imported', async () => {
    const names = publicEntries().map(({ name }) => (name === 'tapedeck' ? name : `tapedeck/${name}`));
    const script = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).sort().join());`;
    const { out, said } = await ran(path, ['--input-type=module', '-e', script]);
    expect(said).toBe('');
    expect(out.trim().split('\n')).toEqual(
      publicEntries().map(
        (entry, at) =>
          `${names[at]} ${entry.names
            .map(({ name }) => name)
            .sort()
            .join()}`,
      ),
    );
  });

  it('tables come out as in the baseline, into the folder of whoever calls', async () => {
    const cwd = place('tables');
    const { exitCode, said } = await tapedeck(['tables', '--suite', 'robot', '--check'], cwd);
    expect(said).toContain('equals the baseline byte for byte');
    expect(exitCode).toBe(0);
    const made = readFileSync(join(cwd, 'results/tables/table_3.md'), 'utf8');
    expect(made).toBe(readFileSync(join(PLACES.baseline, 'table_3.md'), 'utf8'));
  });

  it('a planner of one’s own is checked by its types and played', async () => {
    const cwd = place('planner');
    writeFileSync(join(cwd, 'mine.ts'), examplePlanner());
    expect(await compiled(cwd)).toEqual({ exitCode: 0, out: '', said: '' });
    const asked = ['run', 'household', '--planner', './mine.js', '--scene', '1', '--task', 'open_fridge', '--json'];
    const { exitCode, out } = await tapedeck(asked, cwd);
    expect(JSON.parse(out).episodes).toMatchObject([{ episode: 'household/house_1/open_fridge/mine/1' }]);
    expect(exitCode).toBe(0);
    expect(readdirSync(join(cwd, 'results/runs'))).toContain('household');
  });

  it('a planner that lies below no node_modules finds the package and zod', async () => {
    const cwd = mkdtempSync(join(folder, 'elsewhere-'));
    const script = examplePlanner().replace(/^import type .*$/m, "import { PLAN_COMPLETED } from 'tapedeck/planner';");
    const plain = script.replace(/: Planner<.*> =/, ' =').replace("title: 'Mine'", 'title: PLAN_COMPLETED');
    writeFileSync(join(cwd, 'mine.mjs'), plain);
    const asked = ['run', 'household', '--planner', './mine.mjs', '--scene', '1', '--task', 'open_fridge'];
    expect(await tapedeck(asked, cwd)).toMatchObject({ exitCode: 0 });
  });

  it('what init writes is checked by its types and works', async () => {
    const cwd = place('begun');
    expect(await tapedeck(['init', 'planner', '.'], cwd)).toMatchObject({ exitCode: 0 });
    expect(await compiled(cwd)).toEqual({ exitCode: 0, out: '', said: '' });
    const asked = ['--scene', '1', '--task', 'open_fridge', '--dry-run', '--json'];
    const run = await tapedeck(['run', 'household', '--planner', './my_planner.js', ...asked], cwd);
    expect(JSON.parse(run.out)).toMatchObject({ episodes: 1, stopped: 1, missing: { all: { calls: 1 } } });
    const held = await tapedeck(['check-planner', './my_planner.js', '--runs', '2'], cwd);
    expect(held).toMatchObject({ exitCode: 0, said: '10 of 14 checks passed, 0 failed, 4 skipped\n' });
    expect(await tapedeck(['init', 'suite', 'flat'], cwd)).toMatchObject({ exitCode: 0 });
    const checked = await tapedeck(['check', 'flat/suite.json'], cwd);
    expect(checked).toMatchObject({ exitCode: 0, said: expect.stringContaining('3 of 3 tasks can be solved') });
    const { $schema } = JSON.parse(readFileSync(join(cwd, 'flat/suite.json'), 'utf8'));
    expect(JSON.parse(readFileSync(join(cwd, 'flat', $schema), 'utf8'))).toHaveProperty('title');
  });

  it('the tests that init writes are checked by their types and pass', async () => {
    const cwd = place('tested');
    expect(await tapedeck(['init', 'tests', '.'], cwd)).toMatchObject({ exitCode: 0 });
    expect(await compiled(cwd, { rewriteRelativeImportExtensions: true })).toEqual({ exitCode: 0, out: '', said: '' });
    const tested = await ran(path, ['--test', 'my_tracker_test.js'], cwd);
    expect(tested.exitCode, tested.out).toBe(0);
    expect(tested.out).toContain('state-tracking invariants: MyTracker');
  });

  it('the gate lets pass what replays as before, and stops what is not there', async () => {
    const cwd = place('compare');
    const run = (planner: string) =>
      tapedeck(
        ['run', 'household', '--planner', planner, '--scene', '1', '--task', 'use_computer', '--out', planner],
        cwd,
      );
    expect(await run('llm_state')).toMatchObject({ exitCode: 0 });
    const passed = await tapedeck(['compare', 'results/baseline', 'llm_state', '--fail-on-regression'], cwd);
    expect(passed).toMatchObject({ exitCode: 0, said: expect.stringContaining('The gate is passed') });
    const stopped = await tapedeck(['compare', 'results/baseline', 'llm_state', '--fail-on-missing'], cwd);
    expect(stopped).toMatchObject({ exitCode: 1, said: expect.stringContaining('The gate fails: ') });
  });
});

describe('installed', () => {
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
    for (const [at, example] of [...examples].entries()) writeFileSync(join(place, `example_${at}.ts`), example);
    expect(await compiled(place, { skipLibCheck: false })).toEqual({ exitCode: 0, out: '', said: '' });
    const modules = readdirSync(place).filter((file) => file.endsWith('.js'));
    expect(modules).toHaveLength(examples.size);
    // In one process, so that what they load is loaded once.
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
