/** Runs every command of every page in a copy of the project. A comment behind a command states its exit code, if that is not 0. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { fakeFastDownward } from '../../../planners/pddl/testing/fake_fast_downward.ts';
import { PLACES } from '../../io/places.ts';
import { type PageCommand, pageBlocks } from '../page_blocks.ts';
import { bringFiles } from '../readers_files.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { type ServedCommands, servedCommands, wordsServed } from '../served_commands.ts';

const { folder, at, file, read } = scratchFolder();
const project = at('project');

/** Plans with the embedded solver, and prints like Fast Downward. */
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

/** Page → the test that runs its commands. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'cassettes/endpoint/README.md': 'harness/cli/tapes/serve_test.ts',
  'envs/coppeliasim/README.md': 'harness/interop/serving/serve_coppeliasim_integration_test.ts',
  'envs/virtualhome/README.md': 'harness/interop/serving/serve_virtualhome_integration_test.ts',
  'harness/package/examples/planner/README.md': 'harness/cli/author/init_test.ts',
  'harness/package/examples/suite/README.md': 'harness/cli/author/init_test.ts',
  'harness/package/examples/tests/README.md': 'harness/cli/author/init_test.ts',
  'results/findings.md': 'harness/testing/findings_integration_test.ts',
};

/** It takes half a minute; the test replays all tables, these among them. */
const PLANBENCH_TABLES = 'npx tapedeck tables --table planbench';
const REPLAYED = 'harness/tables/papers/replayed_tables_integration_test.ts';
const textOf = (page: string) => readFileSync(join(PLACES.root, page), 'utf8');
const git = (cwd: string, ...argv: string[]) => execFileSync('git', argv, { cwd, encoding: 'utf8' });
const listed = (cwd: string, ...argv: string[]) =>
  git(cwd, 'ls-files', ...argv, '--others', '--exclude-standard')
    .split('\n')
    .filter((each) => each !== '');

const FILES = listed(PLACES.root, '--cached').filter((each) => existsSync(join(PLACES.root, each)));
const ALL_PAGES = FILES.filter((each) => each.endsWith('.md') && !/^results\/(baseline|prompts)\//.test(each));
const has = (program: string, ...argv: string[]) => spawnSync(program, argv).error === undefined;
const canSign = has('ssh-keygen', '-?');
const LACKING = [...(has('python3', '--version') ? [] : ['python3']), ...(canSign ? [] : ['git tag'])];
const PAGES = ALL_PAGES.filter((page) => !Object.hasOwn(RUN_ELSEWHERE, page)).flatMap((page) => {
  const blocks = pageBlocks(textOf(page));
  const shown = blocks.filter(({ text }) => !LACKING.some((lacking) => text.includes(lacking)));
  const commands = shown.flatMap((block) => block.commands);
  return commands.length === 0 ? [] : [{ page, commands, files: blocks.filter((block) => block.file !== null) }];
});
const COMMANDS = PAGES.flatMap(({ commands }) => commands.map(({ command }) => command));

/** Other tests and `.ci/run` run commands that take long or install. */
function isRun(command: string): boolean {
  const run = /npx tapedeck |^npm run (-s confined|fuzz -- --seed) |^(cp|echo|git) /;
  return run.test(command) && command !== PLANBENCH_TABLES;
}

const { OPENAI_BASE_URL: _, OPENAI_API_KEY: __, FAST_DOWNWARD: ___, ...ENVIRONMENT } = process.env;
let fastDownward = '';
let server: ServedCommands;
let model: Awaited<ReturnType<typeof scriptedServer>>;

beforeAll(async () => {
  for (const each of FILES) {
    if (!/^(harness|planners|envs|cassettes|results)\/|^(package\.json|\.gitignore)$/.test(each)) continue;
    mkdirSync(dirname(join(project, each)), { recursive: true });
    cpSync(join(PLACES.root, each), join(project, each));
  }
  symlinkSync(join(PLACES.root, 'node_modules'), join(project, 'node_modules'), 'dir');
  bringFiles(project);
  fastDownward = fakeFastDownward(folder, SOLVING);
  commitTapes();
  server = servedCommands(project, { cwd: project, env: ENVIRONMENT });
  model = await scriptedServer(() => ({ status: 200, body: chatBody('1. wait()') }));
});
afterAll(async () => {
  server.close();
  await model.close();
});

function commitTapes(): void {
  const key = at('key');
  if (canSign) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    file('signers', `reader@example.org ${read('key.pub')}`);
  }
  git(project, 'init', '--quiet');
  const settings = {
    'user.name': 'Reader',
    'user.email': 'reader@example.org',
    'gpg.format': 'ssh',
    'user.signingkey': `${key}.pub`,
    'gpg.ssh.allowedSignersFile': at('signers'),
  };
  for (const [name, value] of Object.entries(settings)) git(project, 'config', name, value);
  git(project, 'add', 'cassettes/tapes');
  git(project, 'commit', '--quiet', '--no-gpg-sign', '--message', 'Tapes');
}

const withModel = (text: string) => text.replaceAll('http://localhost:8000/v1', model.baseUrl);

function filledIn(command: string): string {
  return withModel(command)
    .replace('npx tapedeck', `'${process.execPath}' harness/main.ts`)
    .replaceAll('/path/to/fast-downward.py', fastDownward)
    .replaceAll('/path/to/mine.mts', join(project, 'mine.mts'))
    .replaceAll('…', 'x');
}

function answerAll(): void {
  for (const path of globSync(['requests.jsonl', 'my_chunks/*/requests.jsonl'], { cwd: project })) {
    const lines = read(join('project', path)).trim().split('\n');
    const answers = lines.map((line) => ({ custom_id: JSON.parse(line).custom_id, content: '1. wait()' }));
    file(join('project', dirname(path), 'answers.jsonl'), answers.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }
}

type Ended = Readonly<{ exitCode: number; said: string }>;

async function served(words: readonly string[]): Promise<Ended> {
  const { exitCode, out, said } = await server.carryOut(words);
  return { exitCode, said: `${out}\n${said}` };
}

function typed(command: string): Promise<Ended> {
  const PATH = [join(PLACES.root, 'node_modules/.bin'), ENVIRONMENT['PATH']].join(delimiter);
  const options = { cwd: project, env: { ...ENVIRONMENT, PATH }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile('sh', ['-c', filledIn(command)], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : -1, said: `${stdout}\n${stderr}` });
    });
  });
}

function exitCodeOf({ command, comment }: PageCommand): number {
  const [, code] = /^exit code (\d+)/.exec(comment) ?? [];
  if (code !== undefined) return Number(code);
  return comment.startsWith('misses') || command.includes('--mode batch') ? 3 : 0;
}

function isThere(command: string): boolean {
  const { scripts } = JSON.parse(textOf('package.json'));
  const [, script] = /^npm run (?:-s )?([\w:]+)/.exec(command) ?? [];
  const [, test] = /^npx vitest run (\S+)/.exec(command) ?? [];
  const [, own] = /^npx node --test (\S+)/.exec(command) ?? []; // harness/package/kit/readme_integration_test.ts runs it
  if (script !== undefined) return Object.hasOwn(scripts, script);
  if (own !== undefined) return PAGES.some(({ files }) => files.some((each) => each.file === own));
  if (test !== undefined) return existsSync(join(PLACES.root, test));
  return command === 'npm ci' || (command === PLANBENCH_TABLES && existsSync(join(PLACES.root, REPLAYED)));
}

function namedIn(page: string): { page: string; command: string; flags: string[] }[] {
  const prose = textOf(page).replaceAll(/^```[\s\S]*?^```$/gm, '');
  const named = prose.matchAll(/`(?:npx )?tapedeck ([a-z-]+(?: [a-z]+\b)?)([^`]*)`/g);
  return Array.from(named, ([, command = '', rest = '']) => {
    return { page, command, flags: [...rest.matchAll(/(?<=\s)--[a-z-]+/g)].map(([flag]) => flag) };
  });
}

describe('the commands of a page', () => {
  it('are many', () => {
    expect(PAGES.length).toBeGreaterThan(15);
    expect(COMMANDS.filter((command) => command.includes('npx tapedeck ')).length).toBeGreaterThan(60);
  });

  it('stand in blocks of the language "sh" and nowhere else', () => {
    const elsewhere = /^```(bash|shell|console|zsh)|^(?: {4}|\t)(?:\$ )?(npx|npm|tapedeck) /m;
    expect(ALL_PAGES.filter((page) => elsewhere.test(textOf(page)))).toEqual([]);
  });

  it('are run here, but for these', () => {
    const others = COMMANDS.filter((command) => !isRun(command));
    expect(others.filter((command) => !isThere(command))).toEqual([]);
    expect([...new Set(others)].sort()).toMatchInlineSnapshot(`
      [
        "npm ci",
        "npm run bench",
        "npm run bench -- --only pddl --only arm --runs 3",
        "npm run bench:compare -- HEAD . --command "tables --jobs 2"",
        "npm run bench:growth -- blocks things",
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
        "npx tapedeck tables --table planbench",
        "npx vitest run harness/tables/papers/all_tables_test.ts -t README -u",
        "npx vitest run harness/testing/findings_integration_test.ts harness/testing/planbench_claims_test.ts -u",
      ]
    `);
  });

  it.each(Object.entries(RUN_ELSEWHERE))('of %s are run by %s', (page, test) => {
    expect(pageBlocks(textOf(page)).flatMap(({ commands }) => commands)).not.toEqual([]);
    expect(existsSync(join(PLACES.root, test))).toBe(true);
  });

  it('are there, and have the flags, wherever a sentence names one', async () => {
    const named = ALL_PAGES.flatMap(namedIn);
    expect(named.length).toBeGreaterThan(30);
    const help = new Map<string, string>();
    for (const command of new Set(named.map((each) => each.command))) {
      const { exitCode, said } = await served([...command.split(' '), '--help']);
      help.set(command, exitCode === 0 ? said : '');
    }
    const isRight = (flag: string, text: string) => new RegExp(`${flag}\\b`).test(text);
    const wrong = named.filter(({ command, flags }) => {
      const text = help.get(command) ?? '';
      return text === '' || !flags.every((flag) => isRight(flag, text));
    });
    expect(wrong).toEqual([]);
  });

  it.each(PAGES)('of $page do what it says', async ({ commands, files }) => {
    for (const left of ['runs', 'sweeps', 'tapes'])
      rmSync(join(project, 'results', left), { recursive: true, force: true });
    for (const { file: name, text } of files) file(join('project', name!), withModel(text));
    for (const each of commands.filter(({ command }) => isRun(command))) {
      if (each.command.includes('batch ingest')) answerAll();
      const words = wordsServed(each.command);
      const { exitCode, said } = await (words === null ? typed(each.command) : served(words.map(filledIn)));
      expect(exitCode, `${each.command}\n${said.slice(-2000)}`).toBe(exitCodeOf(each));
    }
  });

  it('leave nothing in a clone that git would add', () => {
    expect(listed(project).filter((each) => each !== 'node_modules' && !FILES.includes(each))).toEqual([]);
  });
});
