/**
 * Every command in README.md, harness/README.md and the pages of some rooms, run in a copy of the project as one who reads the pages from top to bottom would.
 *
 * What takes long or installs (npm's scripts, Vitest) has tests of its own; here it must only be there.
 *
 * @module
 */
import { type ChildProcess, execFile, execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBody, scriptedServer } from '../../cassettes/testing/scripted_server.ts';
import { smallGraphText } from '../../envs/household/virtualhome/testing/small_graph.ts';
import { household } from '../../envs/household/world.ts';
import { LEFT, problemsFile } from '../../envs/tabletop/motion/testing/problems_fixture.ts';
import { PORRIDGE, TEA } from '../../planners/foon/testing/sample_foons.ts';
import { fakeFastDownward } from '../../planners/pddl/testing/fake_fast_downward.ts';
import { PLACES } from '../files/places.ts';
import type { Ran } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-pages-'));
const project = join(folder, 'project');
afterAll(() => rmSync(folder, { recursive: true }));

const DOMAIN = `(define (domain ferry)
  (:predicates (here) (there))
  (:action sail :parameters () :precondition (here) :effect (and (there) (not (here)))))
`;
const PROBLEM = '(define (problem cross) (:domain ferry) (:init (here)) (:goal (there)))\n';

/** Plans with the embedded solver and tells it as Fast Downward would. */
const SOLVING = `
const { execFileSync } = require('node:child_process');
const files = words.filter((word) => word.endsWith('.pddl'));
const main = ${JSON.stringify(join(PLACES.root, 'harness/main.ts'))};
const plan = execFileSync(process.execPath, [main, 'plan', ...files]).toString().split('\\n').filter((line) => line !== '');
fs.writeFileSync(after('--plan-file'), [...plan, '; cost = ' + plan.length + ' (unit cost)', ''].join('\\n'));
console.log('[t=0.004s, 9876 KB] Plan cost: ' + plan.length);
console.log('[t=0.004s, 9876 KB] Expanded 5 state(s).');
console.log('[t=0.004s, 9876 KB] Evaluated 9 state(s).');
console.log('[t=0.004s, 9876 KB] Generated 11 state(s).');
console.log('[t=0.004s, 9876 KB] Total time: 0.005s');`;

/** A block of a page: the heading above it, its language and its text. */
type Block = { readonly heading: string; readonly language: string; readonly text: string };

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(PLACES.root, page), 'utf8');
  const found = text.matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm);
  let heading = '';
  return [...found].flatMap(([, title, language, block]) => {
    if (title !== undefined) heading = title;
    return language === undefined || block === undefined ? [] : [{ heading, language, text: block }];
  });
}

/** The commands of a block of shell, each with the comment behind it. */
function commandsOf({ text }: Block): { command: string; comment: string }[] {
  const lines = text.replaceAll(/\\\n */g, '').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [command = '', comment = ''] = line.split(/ +# /);
      return { command, comment };
    });
}

const USES = blocksOf('harness/README.md');
const PAGES = ['README.md', 'harness/README.md', 'harness/compare/README.md', 'harness/any_language/README.md'];
/** A planner in Python is not run where there is no Python. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const BLOCKS = PAGES.flatMap((page) =>
  blocksOf(page)
    .filter(({ language, text }) => language === 'sh' && (HAS_PYTHON || !text.includes('python3')))
    .map((block): [title: string, block: Block] => [`${page}, "${block.heading}"`, block]),
);

function textUnder(heading: string, language: string): string {
  const block = USES.find((each) => each.heading === heading && each.language === language);
  if (block === undefined) throw new Error(`Nothing in ${language} stands under "${heading}"`);
  return block.text;
}

let fastDownward = '';
let commands: ChildProcess;
let server: Awaited<ReturnType<typeof scriptedServer>>;

/** The project without what git ignores, and what a reader would bring or is told to make. */
beforeAll(async () => {
  const kept = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: PLACES.root });
  for (const file of kept.toString().split('\n')) {
    if (
      !/^(harness|planners|envs|cassettes|results)\/|^package\.json$/.test(file) ||
      !existsSync(join(PLACES.root, file))
    )
      continue;
    mkdirSync(dirname(join(project, file)), { recursive: true });
    cpSync(join(PLACES.root, file), join(project, file));
  }
  symlinkSync(join(PLACES.root, 'node_modules'), join(project, 'node_modules'), 'dir');
  const made = (name: string, content: string | Uint8Array) => writeFileSync(join(project, name), content);
  made('domain.pddl', DOMAIN);
  made('problem.pddl', PROBLEM);
  made('my.plan', '(sail)\n');
  made('tea.txt', TEA);
  made('porridge.txt', PORRIDGE);
  made('problems.json', JSON.stringify(problemsFile()));
  made('samples.json', JSON.stringify({ samples: [{ query: 7, q: LEFT }] }));
  made('TestScene1_graph.json.gz', gzipSync(smallGraphText('kitchen: fridge CAN_OPEN CLOSED, character')));
  made('walks.jsonl.gz', gzipSync('{"steps": ["[WALK] <fridge> (2)"]}\n'));
  made('mine.ts', textUnder('Bring a planner of your own', 'ts'));
  made('my_suite.json', textUnder('Bring scenes, tasks and a suite of your own', 'json'));
  const house = readFileSync(`${household.scenesFolder}/house_2.json`, 'utf8');
  made('my_house.json', house.replace('"house_2"', '"my_house"'));
  cpSync(`${household.tasksFolder}/table_1.json`, join(project, 'my_tasks.json'));
  cpSync(`${PLACES.planners}/llm_state/prompts/paper`, join(project, 'my_prompts'), { recursive: true });
  const policy = join(project, 'my_prompts/policy.txt');
  writeFileSync(policy, `Think first.\n${readFileSync(policy, 'utf8')}`);
  fastDownward = fakeFastDownward(folder, SOLVING);
  commands = fork(join(project, 'harness/testing/command_server.ts'), { cwd: project, execArgv: [] });
  server = await scriptedServer(() => ({ status: 200, body: chatBody('1. wait()') }));
});
afterAll(async () => {
  commands.kill();
  await server.close();
});

/** What stands for something else on the page. */
function filledIn(command: string): string {
  return command
    .replace('npx tapedeck', `'${process.execPath}' harness/main.ts`)
    .replaceAll('/path/to/fast-downward.py', fastDownward)
    .replaceAll('/path/to/mine.ts', join(project, 'mine.ts'))
    .replaceAll('http://localhost:8000/v1', server.baseUrl)
    .replaceAll('…', 'x');
}

/** Answers all requests that wait in the project, as whoever is handed them would. */
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

/** What a command exits with, and the end of what it says. */
type Ended = { readonly exitCode: number; readonly said: string };

/** The words of a command that needs nothing else of a shell; null where it does. */
function wordsOf(command: string): string[] | null {
  const [, rest] = /^npx tapedeck ([^'$`\\|&;<>*?~]*)$/.exec(command) ?? [];
  if (rest === undefined) return null;
  return Array.from(rest.matchAll(/"([^"]*)"|[^\s"]+/g), ([word, quoted]) => quoted ?? word);
}

/** Carries a command out in the project's own code, loaded once for all of them. */
async function served(words: readonly string[]): Promise<Ended> {
  const answer = once(commands, 'message');
  commands.send(words);
  const [{ exitCode, out, said }] = (await answer) as [Ran];
  return { exitCode, said: `${out}\n${said}`.slice(-2000) };
}

/** Carries a command out as whoever types it would. */
function typed(command: string): Promise<Ended> {
  const { OPENAI_BASE_URL: _, OPENAI_API_KEY: __, FAST_DOWNWARD: ___, ...inherited } = process.env;
  const env = {
    ...inherited,
    PATH: [join(PLACES.root, 'node_modules/.bin'), inherited['PATH']].join(delimiter),
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', filledIn(command)], { cwd: project, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : -1, said: `${stdout}\n${stderr}`.slice(-2000) });
    });
  });
}

/** Misses are what the page says that there are; a run by batch files has them by design. */
function exitCodeOf({ command, comment }: { command: string; comment: string }): number {
  return comment.startsWith('misses') || command.includes('--mode batch') ? 3 : 0;
}

/** What is not run here: it must be a script of the project, or a test that is there. */
function isThere(command: string): boolean {
  const { scripts } = JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8'));
  const [, script] = /^npm run (?:-s )?([\w:]+)/.exec(command) ?? [];
  const [, test] = /^npx vitest run (\S+)/.exec(command) ?? [];
  if (script !== undefined) return Object.hasOwn(scripts, script);
  return test === undefined ? command === 'npm ci' : existsSync(join(PLACES.root, test));
}

describe('the commands of a page', () => {
  it('are many', () => {
    const commands = BLOCKS.flatMap(([, block]) => commandsOf(block));
    expect(commands.filter(({ command }) => command.includes('npx tapedeck ')).length).toBeGreaterThan(40);
  });

  it.each(BLOCKS)('of %s do what it says', async (_, block) => {
    for (const each of commandsOf(block)) {
      if (!/npx tapedeck |^npm run -s confined /.test(each.command)) {
        expect(isThere(each.command), each.command).toBe(true);
        continue;
      }
      if (each.command.includes('batch ingest')) answerAll();
      const words = wordsOf(each.command);
      const filled = words?.map(filledIn);
      const { exitCode, said } = await (filled === undefined ? typed(each.command) : served(filled));
      expect(exitCode, `${each.command}\n${said}`).toBe(exitCodeOf(each));
    }
  });
});
