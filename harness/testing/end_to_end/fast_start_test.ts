import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { words } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { folder } = scratchFolder();

/** The modules, as paths in the project, that a command loads in all its threads. */
async function loaded(...argv: string[]): Promise<string[]> {
  const log = join(folder, `${argv.join('_').replaceAll('/', '_')}.txt`);
  const hook = `import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        appendFileSync(${JSON.stringify(log)}, url + '\\n');
        return next(url, context);
      },
    });`;
  const asked = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, 'harness/main.ts', ...argv];
  await promisify(execFile)(process.execPath, asked, { cwd: PLACES.root });
  const root = pathToFileURL(PLACES.root).href;
  const urls = readFileSync(log, 'utf8').split('\n');
  return urls.filter((url) => url.startsWith(root)).map((url) => url.slice(root.length));
}

const WORLDS = /^envs\/\w+\//;
const PLANNERS = /^planners\/(?!pddl\/)\w+\//;
const HEAVY = /node_modules\/(vega|vega-lite|@mujoco|gpt-tokenizer|openai|@dagrejs|@stdlib|mustache|minisearch)\//;

describe('tapedeck', () => {
  it.each([['--help'], ['--version'], ['list'], ['completion', 'bash'], ['--complete', 'ru']])(
    '%s loads no world, planner, schema or thread',
    async (...argv) => {
      const modules = await loaded(...argv);
      expect(modules).toContain('harness/cli/command_line.ts');
      const wrong = modules.filter((module) =>
        [WORLDS, PLANNERS, HEAVY, /node_modules\/zod\//, /command_worker/].some((pattern) => pattern.test(module)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each([['--help'], ['--version'], ['list']])('%s does not load yargs', async (...argv) => {
    expect((await loaded(...argv)).filter((module) => /node_modules\/yargs/.test(module))).toEqual([]);
  });

  it.each([
    ['plan --help', WORLDS],
    ['list suites', PLANNERS],
    ['list scenes', PLANNERS],
    ['runs list', PLANNERS],
  ] as const)('%s does without what it does not list', async (argv, left) => {
    const modules = await loaded(...argv.split(' '));
    expect(modules.filter((module) => left.test(module) || HEAVY.test(module))).toEqual([]);
  });

  it('called by name, it takes all of itself from code that was compiled before', async () => {
    const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
    const called = () =>
      promisify(execFile)(process.execPath, ['harness/package/tapedeck.js', '--version'], {
        cwd: PLACES.root,
        env: { ...environment, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      });
    await called();
    const { stderr } = await called();
    const read = [
      ...stderr.matchAll(/reading cache from (\S+) for StrippedTypeScript file:\S+\/harness\/(\S+?)\.\.\..*success/g),
    ];
    expect(read.map(([, , module]) => module)).toEqual(
      expect.arrayContaining(['main.ts', 'cli/compiled_code.ts', 'cli/command_line.ts']),
    );
    expect(read.filter(([, file]) => !file?.startsWith(PLACES.compiled))).toEqual([]);
  });

  it('run loads the planners that play, and no others', async () => {
    const run = words`run household --planner random --scene house_1 --task make_toast --jobs 1`;
    const modules = await loaded(...run, '--out', join(folder, 'run'));
    expect(modules).toContain('planners/random/random.ts');
    expect(
      modules.filter((module) => /^planners\/(olp|delta|llm_\w+|progprompt|inner_monologue)\//.test(module)),
    ).toEqual([]);
  });
});
