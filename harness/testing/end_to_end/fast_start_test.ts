/**
 * What a command loads before it answers: no more than it needs. Times are for `npm run bench`.
 *
 * @module
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The modules, as paths in the project, that a command loads in all its threads. */
async function loaded(...words: string[]): Promise<string[]> {
  const log = join(folder, `${words.join('_').replaceAll('/', '_')}.txt`);
  const hook = `import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        appendFileSync(${JSON.stringify(log)}, url + '\\n');
        return next(url, context);
      },
    });`;
  const asked = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, 'harness/main.ts', ...words];
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
    async (...words) => {
      const modules = await loaded(...words);
      expect(modules).toContain('harness/cli/command_line.ts');
      const wrong = modules.filter((module) =>
        [WORLDS, PLANNERS, HEAVY, /node_modules\/zod\//, /command_worker/].some((pattern) => pattern.test(module)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each([['--help'], ['--version'], ['list']])('%s does not load yargs', async (...words) => {
    expect((await loaded(...words)).filter((module) => /node_modules\/yargs/.test(module))).toEqual([]);
  });

  it.each([
    [['plan', '--help'], WORLDS],
    [['list', 'suites'], PLANNERS],
    [['list', 'scenes'], PLANNERS],
    [['runs', 'list'], PLANNERS],
  ] as const)('%j does without what it does not list', async (words, left) => {
    const modules = await loaded(...words);
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
    const words = [
      'run',
      'household',
      '--planner',
      'random',
      '--scene',
      'house_1',
      '--task',
      'make_toast',
      '--jobs',
      '1',
    ];
    const modules = await loaded(...words, '--out', join(folder, 'run'));
    expect(modules).toContain('planners/random/random.ts');
    expect(
      modules.filter((module) => /^planners\/(olp|delta|llm_\w+|progprompt|inner_monologue)\//.test(module)),
    ).toEqual([]);
  });
});
