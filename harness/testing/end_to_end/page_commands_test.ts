/**
 * Every command in every page of the project, run in a copy of it as one who reads that page from top to bottom would.
 *
 * A page brings its files: a block below "`name`:" is that file. A comment behind a command says how it ends, where that is not well:
 * "misses …" with 3, "exit code N: …" with N. What takes long or installs (npm's scripts, Vitest) is not run here: it is named below,
 * and must be there; `.ci/run` and programs_test.ts run it. So are the commands that stand between backquotes in a sentence, whose names and flags must be right.
 *
 * @module
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { fakeFastDownward } from '../../../planners/pddl/testing/fake_fast_downward.ts';
import { PLACES } from '../../io/places.ts';
import { pageBlocks } from '../page_blocks.ts';
import { bringFiles } from '../readers_files.ts';
import { type ServedCommands, servedCommands, wordsServed } from '../served_commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-pages-'));
const project = join(folder, 'project');
afterAll(() => rmSync(folder, { recursive: true }));

/** Plans with the embedded solver, of which it loads no more than it needs, and tells it as Fast Downward would. */
const SOLVING = `
import(${JSON.stringify(pathToFileURL(join(PLACES.root, 'planners/pddl/plan/plan_problem.ts')).href)}).then(({ planProblem }) => {
  const { status, plan, message } = planProblem(...words.filter((word) => word.endsWith('.pddl')).map((file) => fs.readFileSync(file, 'utf8')), {});
  if (status !== 'solved') throw new Error(message);
  fs.writeFileSync(after('--plan-file'), [...plan, '; cost = ' + plan.length + ' (unit cost)', ''].join('\\n'));
  console.log('[t=0.004s, 9876 KB] Plan cost: ' + plan.length);
  console.log('[t=0.004s, 9876 KB] Expanded 5 state(s).');
  console.log('[t=0.004s, 9876 KB] Evaluated 9 state(s).');
  console.log('[t=0.004s, 9876 KB] Generated 11 state(s).');
  console.log('[t=0.004s, 9876 KB] Total time: 0.005s');
});`;

/** Pages whose commands another test runs, all of them, outside of the project or with a model that it scripts. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'cassettes/endpoint/README.md': 'harness/cli/tapes/serve_test.ts',
  'envs/coppeliasim/README.md': 'harness/interop/serving/serve_coppeliasim_integration_test.ts',
  'envs/virtualhome/README.md': 'harness/interop/serving/serve_virtualhome_integration_test.ts',
  'harness/package/examples/planner/README.md': 'harness/cli/author/init_test.ts',
  'harness/package/examples/suite/README.md': 'harness/cli/author/init_test.ts',
  'harness/package/examples/tests/README.md': 'harness/cli/author/init_test.ts',
  'results/findings.md': 'harness/testing/findings_integration_test.ts',
};

function read(page: string): string {
  return readFileSync(join(PLACES.root, page), 'utf8');
}

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: PLACES.root })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(PLACES.root, file)));
const ALL_PAGES = FILES.filter((file) => file.endsWith('.md') && !/^results\/(baseline|prompts)\//.test(file));
/** A planner in Python is not run where there is no Python, nothing is signed where there is no ssh-keygen. */
const has = (program: string, ...words: string[]) => spawnSync(program, words).error === undefined;
const LACKING = [has('python3', '--version') ? [] : 'python3', has('ssh-keygen', '-?') ? [] : 'git tag'].flat();
const PAGES = ALL_PAGES.filter((page) => !Object.hasOwn(RUN_ELSEWHERE, page)).flatMap((page) => {
  const blocks = pageBlocks(read(page)).filter(
    ({ language, text }) => language === 'sh' && !LACKING.some((lacking) => text.includes(lacking)),
  );
  return blocks.length === 0 ? [] : [{ page, blocks }];
});
const COMMANDS = PAGES.flatMap(({ blocks }) => blocks.flatMap((block) => block.commands)).map(({ command }) => command);

/** What is run here; the rest is named in a test. */
function isRun(command: string): boolean {
  return /npx tapedeck |^npm run (-s confined|fuzz -- --seed) |^(cp|echo|git) /.test(command);
}

/** Without what the pages have their reader set. */
const { OPENAI_BASE_URL: _, OPENAI_API_KEY: __, FAST_DOWNWARD: ___, ...ENVIRONMENT } = process.env;

let fastDownward = '';
let commands: ServedCommands;
let server: Awaited<ReturnType<typeof scriptedServer>>;

/** The project without what git ignores, and what a reader would bring. */
beforeAll(async () => {
  for (const file of FILES) {
    if (!/^(harness|planners|envs|cassettes|results)\/|^(package\.json|\.gitignore)$/.test(file)) continue;
    mkdirSync(dirname(join(project, file)), { recursive: true });
    cpSync(join(PLACES.root, file), join(project, file));
  }
  symlinkSync(join(PLACES.root, 'node_modules'), join(project, 'node_modules'), 'dir');
  bringFiles(project);
  fastDownward = fakeFastDownward(folder, SOLVING);
  signable();
  commands = servedCommands(project, { cwd: project, env: ENVIRONMENT });
  server = await scriptedServer(() => ({ status: 200, body: chatBody('1. wait()') }));
});
afterAll(async () => {
  commands.close();
  await server.close();
});

/** A repository with the tapes in it, and a key to sign with. */
function signable(): void {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: project });
  const key = join(folder, 'key');
  if (!LACKING.includes('git tag')) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    writeFileSync(join(folder, 'signers'), `reader@example.org ${readFileSync(`${key}.pub`, 'utf8')}`);
  }
  git('init', '--quiet');
  const settings = {
    'user.name': 'Reader',
    'user.email': 'reader@example.org',
    'gpg.format': 'ssh',
    'user.signingkey': `${key}.pub`,
    'gpg.ssh.allowedSignersFile': join(folder, 'signers'),
  };
  for (const [name, value] of Object.entries(settings)) git('config', name, value);
  git('add', 'cassettes/tapes');
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'Tapes');
}

/** What stands for something else on the page. */
function filledIn(command: string): string {
  return withServer(command)
    .replace('npx tapedeck', `'${process.execPath}' harness/main.ts`)
    .replaceAll('/path/to/fast-downward.py', fastDownward)
    .replaceAll('/path/to/mine.mts', join(project, 'mine.mts'))
    .replaceAll('…', 'x');
}

/** A file of a page, with the model that it names. */
function withServer(text: string): string {
  return text.replaceAll('http://localhost:8000/v1', server.baseUrl);
}

/** Answers all requests that wait in the project. */
function answerAll(): void {
  const chunks = existsSync(join(project, 'my_chunks')) ? readdirSync(join(project, 'my_chunks')) : [];
  for (const place of ['.', ...chunks.map((chunk) => `my_chunks/${chunk}`)]) {
    const requests = join(project, place, 'requests.jsonl');
    if (!existsSync(requests)) continue;
    const ids = readFileSync(requests, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).custom_id);
    const answers = ids.map((custom_id) => `${JSON.stringify({ custom_id, content: '1. wait()' })}\n`);
    writeFileSync(join(project, place, 'answers.jsonl'), answers.join(''));
  }
}

/** What a command exits with, and what it says. */
type Ended = { readonly exitCode: number; readonly said: string };

/** Carries a command out in the project's own code, loaded once for all of them. */
async function served(words: readonly string[]): Promise<Ended> {
  const { exitCode, out, said } = await commands.carryOut(words);
  return { exitCode, said: `${out}\n${said}` };
}

/** Runs a command as a user types it. */
function typed(command: string): Promise<Ended> {
  const env = { ...ENVIRONMENT, PATH: [join(PLACES.root, 'node_modules/.bin'), ENVIRONMENT['PATH']].join(delimiter) };
  return new Promise((resolve) => {
    execFile('sh', ['-c', filledIn(command)], { cwd: project, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : -1, said: `${stdout}\n${stderr}` });
    });
  });
}

/** Misses are what the page says that there are; a run by batch files has them by design. */
function exitCodeOf({ command, comment }: { command: string; comment: string }): number {
  const [, said] = /^exit code (\d+)/.exec(comment) ?? [];
  if (said !== undefined) return Number(said);
  return comment.startsWith('misses') || command.includes('--mode batch') ? 3 : 0;
}

/** What is not run here: it must be a script of the project, or a test that is there or on the page. */
function isThere(command: string): boolean {
  const { scripts } = JSON.parse(read('package.json'));
  const [, script] = /^npm run (?:-s )?([\w:]+)/.exec(command) ?? [];
  const [, test] = /^npx vitest run (\S+)/.exec(command) ?? [];
  const [, own] = /^npx node --test (\S+)/.exec(command) ?? []; // harness/package/kit/readme_integration_test.ts runs it
  if (script !== undefined) return Object.hasOwn(scripts, script);
  if (own !== undefined) return PAGES.some(({ page }) => pageBlocks(read(page)).some(({ file }) => file === own));
  return test === undefined ? command === 'npm ci' : existsSync(join(PLACES.root, test));
}

/** Commands between backquotes in what people read: a name, and the flags that are given. */
function namedIn(page: string): { command: string; flags: string[] }[] {
  const prose = read(page).replaceAll(/^```[\s\S]*?^```$/gm, '');
  return Array.from(
    prose.matchAll(/`(?:npx )?tapedeck ([a-z-]+(?: [a-z]+\b)?)([^`]*)`/g),
    ([, command = '', rest = '']) => {
      return { command, flags: [...rest.matchAll(/(?<=\s)--[a-z-]+/g)].map(([flag]) => flag) };
    },
  );
}

describe('the commands of a page', () => {
  it('are many', () => {
    expect(PAGES.length).toBeGreaterThan(15);
    expect(COMMANDS.filter((command) => command.includes('npx tapedeck ')).length).toBeGreaterThan(60);
  });

  it('stand in blocks of the language "sh" and nowhere else', () => {
    const elsewhere = /^```(bash|shell|console|zsh)|^(?: {4}|\t)(?:\$ )?(npx|npm|tapedeck) /m;
    expect(ALL_PAGES.filter((page) => elsewhere.test(read(page)))).toEqual([]);
  });

  it('are run here, but for these', () => {
    const others = COMMANDS.filter((command) => !isRun(command));
    expect(others.filter((command) => !isThere(command))).toEqual([]);
    expect([...new Set(others)].sort()).toMatchInlineSnapshot(`
      [
        "npm ci",
        "npm run bench",
        "npm run build",
        "npm run fuzz -- --seconds 600 --seed 1",
        "npm run ok",
        "npm run tables",
        "npm run tables -- --check",
        "npm run tables -- --out results/baseline",
        "npm run tables -- --report",
        "npm run tables -- --suite robot",
        "npm run tables -- --table table_1",
        "npm run test",
        "npm run test:all",
        "npx node --test my_tracker_test.mts",
        "npx vitest run harness/tables/papers/all_tables_test.ts -t README -u",
        "npx vitest run harness/testing/findings_integration_test.ts harness/testing/planbench_claims_test.ts -u",
      ]
    `);
  });

  it.each(Object.entries(RUN_ELSEWHERE))('of %s are run by %s', (page, test) => {
    expect(pageBlocks(read(page)).filter(({ language }) => language === 'sh')).not.toEqual([]);
    expect(existsSync(join(PLACES.root, test))).toBe(true);
  });

  it('are there, and have the flags, wherever a sentence names one', async () => {
    const named = ALL_PAGES.flatMap((page) => namedIn(page).map((each) => ({ page, ...each })));
    expect(named.length).toBeGreaterThan(30);
    const help = new Map<string, string>();
    for (const { command } of named) {
      if (help.has(command)) continue;
      const { exitCode, said } = await served([...command.split(' '), '--help']);
      help.set(command, exitCode === 0 ? said : '');
    }
    const wrong = named.filter(({ command, flags }) => {
      const said = help.get(command) ?? '';
      return said === '' || flags.some((flag) => !new RegExp(`${flag}\\b`).test(said));
    });
    expect(wrong).toEqual([]);
  });

  it.each(PAGES)('of $page do what it says', async ({ page, blocks }) => {
    for (const left of ['runs', 'sweeps', 'tapes'])
      rmSync(join(project, 'results', left), { recursive: true, force: true });
    for (const { file, text } of pageBlocks(read(page)))
      if (file !== null) writeFileSync(join(project, file), withServer(text));
    for (const each of blocks.flatMap((block) => block.commands).filter(({ command }) => isRun(command))) {
      if (each.command.includes('batch ingest')) answerAll();
      const words = wordsServed(each.command);
      const filled = words?.map(filledIn);
      const { exitCode, said } = await (filled === undefined ? typed(each.command) : served(filled));
      expect(exitCode, `${each.command}\n${said.slice(-2000)}`).toBe(exitCodeOf(each));
    }
  });

  it('leave nothing in a clone that git would add', () => {
    const others = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(others.split('\n').filter((file) => !['', 'node_modules', ...FILES].includes(file))).toEqual([]);
  });
});
