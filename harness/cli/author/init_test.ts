import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBody, type ScriptedServer, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { PLACES } from '../../io/places.ts';
import { StoredRun } from '../../run/stored_run.ts';
import { pageBlocks } from '../../testing/page_blocks.ts';
import { documentOf, type Ran, refusal, tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { type ServedCommands, servedCommands, wordsServed } from '../../testing/served_commands.ts';

const { at, file, read } = scratchFolder();

const FILES = {
  planner: ['README.md', 'my_planner.mjs', 'prompts/next.txt'],
  suite: ['README.md', 'flat.json', 'suite.json', 'tasks.json'],
  tests: ['README.md', 'my_tracker.mjs', 'my_tracker_test.mjs', 'vitest.config.mjs'],
} as const;
const KINDS = Object.keys(FILES) as (keyof typeof FILES)[];

const REPLIES = ['I look for it first.', 'move(kitchen1)', 'move(fridge1)', 'open(fridge1)', 'done()'];

let model: ScriptedServer;
beforeAll(async () => {
  model = await scriptedServer((number) => ({ status: 200, body: chatBody(REPLIES[number - 1] ?? 'done()') }));
});
afterAll(() => model.close());

/** Run where the package is installed as Vitest finds it (`harness/package/package_integration_test.ts`), and on the page of the kit. */
const ELSEWHERE = ['npx vitest run', 'npx tapedeck check-planner random --runs 10'];

const HOOK = `import { serveOwnImports } from ${JSON.stringify(pathToFileURL(join(PLACES.root, 'harness/episode/own_imports.ts')).href)}; serveOwnImports();`;
const HOOKED = `'${process.execPath}' --import 'data:text/javascript,${encodeURIComponent(HOOK).replaceAll("'", '%27')}'`;

const servers = new Map<string, ServedCommands>();
afterAll(() => {
  for (const server of servers.values()) server.close();
});

function run(command: string, cwd: string): Promise<Ran> {
  const { VITEST: _, ...inherited } = process.env; // what it starts runs by itself
  const env = { ...inherited, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'sk-not-a-real-key-0123456789abcdef' };
  const words = wordsServed(command);
  if (words !== null) {
    const server = servers.get(cwd) ?? servedCommands(PLACES.root, { cwd, env });
    servers.set(cwd, server);
    return server.carryOut(words);
  }
  return new Promise((done) => {
    execFile('sh', ['-c', command.replace(/^node /, `${HOOKED} `)], { cwd, env }, (error, out, said) => {
      done({ exitCode: error === null ? 0 : Number(error.code ?? -1), out, said });
    });
  });
}

describe.each(KINDS)('tapedeck init %s', (kind) => {
  it('writes the example beside other files, and prints the next command, to scripts, too', async () => {
    file(`first/${kind}/notes.txt`, 'mine');
    const { exitCode, out, said } = await tapedeck('init', kind, at('first', kind));
    expect([exitCode, out.split('\n')]).toEqual([0, FILES[kind].map((name) => at('first', kind, name))]);
    expect(said).toMatch(/^Next: cd \S+ && (npx tapedeck \w|node --test)/);
    for (const name of FILES[kind]) {
      const source = readFileSync(join(PLACES.examples, kind, name), 'utf8');
      const written = read(`first/${kind}/${name}`);
      if (!source.includes('"$schema"')) expect(written).toBe(source);
      else expect(written.split('\n').slice(2)).toEqual(source.split('\n').slice(2));
    }
    expect(read(`first/${kind}/notes.txt`)).toBe('mine');
    const { files, next } = await documentOf('init', kind, at('json', kind));
    expect([files, next[0]]).toEqual([FILES[kind], `cd ${at('json', kind)}`]);
  });

  it('writes nothing if a file of the same name exists', async () => {
    const [, name = ''] = FILES[kind];
    file(`taken/${kind}/${name}`, 'mine');
    expect(await refusal('init', kind, at('taken', kind))).toBe(
      `Cannot write to "${at('taken', kind)}": "${name}" already exists; name another folder: \`npx tapedeck init ${kind} FOLDER\``,
    );
    expect(readdirSync(at('taken', kind))).toEqual([name]);
    expect(read(`taken/${kind}/${name}`)).toBe('mine');
  });

  it('writes an example whose README commands all work', { timeout: 120_000 }, async () => {
    const cwd = at('used', kind);
    await tapedeck('init', kind, cwd);
    const commands = pageBlocks(read(`used/${kind}/README.md`)).flatMap((block) => block.commands);
    expect(commands.length).toBeGreaterThan(2);
    for (const { command } of commands.filter((each) => !ELSEWHERE.includes(each.command))) {
      const { exitCode, out, said } = await run(command, cwd);
      expect(exitCode, `${command}\n${out}\n${said}`).toBe(0);
    }
  });
});

it('tapedeck init refuses a folder that is a file', async () => {
  expect(await refusal('init', 'suite', file('file', ''))).toBe(`Cannot write to "${at('file')}": it is not a folder`);
});

it('the example planner reached the goal with what the model said, and replays the same without it', () => {
  const runs = at('used/planner/results/runs/household');
  const summaries = readdirSync(runs)
    .filter((name) => name !== 'latest')
    .map((name) => [...new StoredRun(join(runs, name)).episodes()]);
  expect(summaries).toHaveLength(2);
  for (const episodes of summaries)
    expect(episodes).toMatchObject([{ planner: 'my_planner', end: 'goal', steps: 3, calls: 4 }]);
  expect(model.seen).toHaveLength(4);
  expect(JSON.stringify(model.seen.at(-1)?.body)).toContain('(a reply that named no action)\\nmove(kitchen1) worked');
});

describe('the example suite', () => {
  it('names schemas that are there', () => {
    const files = FILES.suite.filter((name) => name.endsWith('.json'));
    const named = files.map((name) => resolve(at('used/suite'), JSON.parse(read(`used/suite/${name}`)).$schema));
    const schemas = ['household_scene.json', 'suite.json', 'household_tasks.json'];
    expect(named).toEqual(schemas.map((name) => join(PLACES.schemas, name)));
    for (const path of named) expect(statSync(path).isFile()).toBe(true);
  });

  it('can be done, as shown by the planner that knows all', async () => {
    const { out } = await run('npx tapedeck check ./suite.json --json', at('used/suite'));
    expect(JSON.parse(out)).toMatchObject(
      ['book_on_sofa', 'lights_off', 'warm_milk_on_table'].map((task) => {
        return { task, problem: null, reference: { optimal: true } };
      }),
    );
  });
});

it('the example tests find a tracker that takes what it holds for being where it was, too', async () => {
  const cwd = at('broken');
  await tapedeck('init', 'tests', cwd);
  const text = read('broken/my_tracker.mjs');
  const forgetful = text.replace(/^.*#places\.delete\(name\);\n/m, '');
  expect(forgetful).not.toBe(text);
  file('broken/my_tracker.mjs', forgetful);
  const { exitCode, out } = await run('node --test', cwd);
  expect(exitCode).toBe(1);
  expect(out).toContain('The tracker breaks "held_is_nowhere_else" (run 1 with seed 1, shrunk)');
});
