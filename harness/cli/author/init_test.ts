import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBody, type ScriptedServer, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { PLACES } from '../../io/places.ts';
import { StoredRun } from '../../run/stored_run.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { type ServedCommands, servedCommands, wordsServed } from '../../testing/served_commands.ts';

const { at } = scratchFolder();

/** Kind → what lies in its folder. */
const FILES = {
  planner: ['README.md', 'my_planner.mjs', 'prompts/next.txt'],
  suite: ['README.md', 'flat.json', 'suite.json', 'tasks.json'],
  tests: ['README.md', 'my_tracker.mjs', 'my_tracker_test.mjs', 'vitest.config.mjs'],
} as const;
const KINDS = Object.keys(FILES) as (keyof typeof FILES)[];

/** What opens a fridge in house 1. */
const REPLIES = ['I look for it first.', 'move(kitchen1)', 'move(fridge1)', 'open(fridge1)', 'done()'];

let model: ScriptedServer;
beforeAll(async () => {
  model = await scriptedServer((number) => ({ status: 200, body: chatBody(REPLIES[number - 1] ?? 'done()') }));
});
afterAll(() => model.close());

/** Run in `harness/package/package_integration_test.ts`, where the package is installed as Vitest finds it. */
const ELSEWHERE = ['npx vitest run'];

/** `tapedeck/testing` is found as in an installed package. */
const HOOK = `import { serveOwnImports } from ${JSON.stringify(pathToFileURL(join(PLACES.root, 'harness/episode/own_imports.ts')).href)}; serveOwnImports();`;
const HOOKED = `'${process.execPath}' --import 'data:text/javascript,${encodeURIComponent(HOOK).replaceAll("'", '%27')}'`;

type Ended = { readonly exitCode: number; readonly out: string; readonly said: string };

/** Folder → who carries out commands in it. */
const servers = new Map<string, ServedCommands>();
afterAll(() => {
  for (const server of servers.values()) server.close();
});

function run(command: string, cwd: string): Promise<Ended> {
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

function commandsIn(readme: string): string[] {
  const blocks = [...readFileSync(readme, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, block = '']) => block.trimEnd().split('\n')).map((line) => line.replace(/ +# .*/, ''));
}

describe.each(KINDS)('tapedeck init %s', (kind) => {
  it('writes the example, and says what comes next', async () => {
    const { exitCode, out, said } = await tapedeck('init', kind, at('first', kind));
    expect([exitCode, out.split('\n')]).toEqual([0, FILES[kind].map((file) => at('first', kind, file))]);
    expect(said).toMatch(/^Next: cd \S+ && (npx tapedeck \w|node --test)/);
    for (const file of FILES[kind]) {
      const source = readFileSync(join(PLACES.examples, kind, file), 'utf8');
      const written = readFileSync(at('first', kind, file), 'utf8');
      if (!source.includes('"$schema"')) expect(written).toBe(source);
      else expect(written.split('\n').slice(2)).toEqual(source.split('\n').slice(2));
    }
  });

  it('tells scripts the same', async () => {
    const { out } = await tapedeck('init', kind, at('json', kind), '--json');
    const { files, next } = JSON.parse(out);
    expect(files).toEqual(FILES[kind]);
    expect(next[0]).toBe(`cd ${at('json', kind)}`);
  });

  it('writes nothing where a file of the same name lies', async () => {
    const [, name = ''] = FILES[kind];
    mkdirSync(at('taken', kind), { recursive: true });
    writeFileSync(at('taken', kind, name), 'mine');
    const { exitCode, said } = await tapedeck('init', kind, at('taken', kind));
    expect(exitCode).toBe(2);
    expect(said).toBe(
      `Cannot write to "${at('taken', kind)}": "${name}" is already there; name another folder: \`npx tapedeck init ${kind} FOLDER\``,
    );
    expect(readdirSync(at('taken', kind))).toEqual([name]);
    expect(readFileSync(at('taken', kind, name), 'utf8')).toBe('mine');
  });

  it('goes beside other files', async () => {
    mkdirSync(at('other', kind), { recursive: true });
    writeFileSync(at('other', kind, 'notes.txt'), 'mine');
    expect((await tapedeck('init', kind, at('other', kind))).exitCode).toBe(0);
    expect(readFileSync(at('other', kind, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('writes what works: every command of its README', { timeout: 120_000 }, async () => {
    const cwd = at('used', kind);
    await tapedeck('init', kind, cwd);
    const commands = commandsIn(join(cwd, 'README.md'));
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands.filter((each) => !ELSEWHERE.includes(each))) {
      const { exitCode, out, said } = await run(command, cwd);
      expect(exitCode, `${command}\n${out}\n${said}`).toBe(0);
    }
  });
});

it('tapedeck init refuses a folder that is a file', async () => {
  writeFileSync(at('file'), '');
  expect(await tapedeck('init', 'suite', at('file'))).toMatchObject({
    exitCode: 2,
    said: `Cannot write to "${at('file')}": it is not a folder`,
  });
});

describe('the example planner', () => {
  it('reached the goal with what the model said, and replays the same without it', () => {
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
});

describe('the example suite', () => {
  it('names schemas that are there', () => {
    const files = FILES.suite.filter((file) => file.endsWith('.json'));
    const named = files.map((file) => {
      const path = at('used/suite', file);
      return resolve(dirname(path), JSON.parse(readFileSync(path, 'utf8')).$schema);
    });
    expect(named.map((path) => path.slice(PLACES.schemas.length + 1))).toEqual([
      'household_scene.json',
      'suite.json',
      'household_tasks.json',
    ]);
    expect(named.filter((path) => !existsSync(path) || !statSync(path).isFile())).toEqual([]);
  });

  it('can be done, as shown by the planner that knows all', async () => {
    const { out } = await run('npx tapedeck check ./suite.json --json', at('used/suite'));
    expect(JSON.parse(out)).toMatchObject([
      { task: 'book_on_sofa', problem: null, reference: { optimal: true } },
      { task: 'lights_off', problem: null, reference: { optimal: true } },
      { task: 'warm_milk_on_table', problem: null, reference: { optimal: true } },
    ]);
  });
});

describe('the example tests', () => {
  it('find a tracker that takes what it holds for being where it was, too', async () => {
    const cwd = at('broken');
    await tapedeck('init', 'tests', cwd);
    const tracker = join(cwd, 'my_tracker.mjs');
    const text = readFileSync(tracker, 'utf8');
    const forgetful = text.replace(/^.*#places\.delete\(name\);\n/m, '');
    expect(forgetful).not.toBe(text);
    writeFileSync(tracker, forgetful);
    const { exitCode, out } = await run('node --test', cwd);
    expect(exitCode).toBe(1);
    expect(out).toContain('Breaks "held_is_nowhere_else" (run 1 with seed 1, made as small as possible)');
  });
});
