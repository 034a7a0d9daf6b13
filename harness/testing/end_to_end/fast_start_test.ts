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
const YARGS = /node_modules\/yargs/;
const HEAVY = /node_modules\/(vega|vega-lite|@mujoco|gpt-tokenizer|openai|@dagrejs|@stdlib|mustache|minisearch)\//;

describe('tapedeck', () => {
  const BRIEF = [WORLDS, PLANNERS, /node_modules\/zod\//, /command_worker/];
  it.each([
    ['--help', [...BRIEF, YARGS]],
    ['--version', [...BRIEF, YARGS]],
    ['list', [...BRIEF, YARGS]],
    ['completion bash', BRIEF],
    ['--complete ru', BRIEF],
    ['plan --help', [WORLDS]],
    ['list suites', [PLANNERS]],
    ['list scenes', [PLANNERS]],
    ['runs list', [PLANNERS]],
  ])('%s loads no more than it needs', async (line, without) => {
    const modules = await loaded(...line.split(' '));
    expect(modules).toContain('harness/cli/command_line.ts');
    expect(modules.filter((module) => [HEAVY, ...without].some((pattern) => pattern.test(module)))).toEqual([]);
  });

  it('called by name, it takes all of itself from code that was compiled before', async () => {
    const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
    const env = { ...environment, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const argv = ['harness/package/tapedeck.js', '--version'];
    const called = () => promisify(execFile)(process.execPath, argv, { cwd: PLACES.root, env });
    await called();
    const { stderr } = await called();
    const reading = /reading cache from (\S+) for StrippedTypeScript file:\S+\/harness\/(\S+?)\.\.\..*success/g;
    const read = [...stderr.matchAll(reading)];
    const modules = ['main.ts', 'cli/compiled_code.ts', 'cli/command_line.ts'];
    expect(read.map(([, , module]) => module)).toEqual(expect.arrayContaining(modules));
    expect(read.filter(([, file]) => !file?.startsWith(PLACES.compiled))).toEqual([]);
  });

  it('run loads the planners that play, and no others', async () => {
    const run = words`run household --planner random --scene house_1 --task make_toast --jobs 1`;
    const modules = await loaded(...run, '--out', join(folder, 'run'));
    expect(modules).toContain('planners/random/random.ts');
    const others = /^planners\/(olp|delta|llm_\w+|progprompt|inner_monologue)\//;
    expect(modules.filter((module) => others.test(module))).toEqual([]);
  });
});
