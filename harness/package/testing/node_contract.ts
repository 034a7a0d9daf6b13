import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { isLong } from '../../testing/run_count.ts';
import type { InstalledProject } from './installed_project.ts';
import { compiled, jobInProject, programEnded } from './project_commands.ts';
import { examplesIn, publicEntries } from './public_names.ts';

export type NodeUsed = Readonly<{ major: number; path: string; isNewest: boolean }>;

const FEW_EPISODES = '--scene house_1 --task open_fridge --task use_computer';

/** Workflow → variables, if a few episodes stand for all. */
const FEW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compare_prompts: { EPISODES: FEW_EPISODES, WHEN_MISSING: 'pass' },
  shards: { EPISODES: `--planner llm_state ${FEW_EPISODES}` },
};

function examplePlanner(): string {
  return examplesIn(publicEntries().find(({ name }) => name === 'planner')?.docstring ?? '')[0] ?? '';
}

export function nodeContract(node: NodeUsed, project: () => InstalledProject): void {
  const used = usedBy(node, project);
  whatIsShipped(used);
  plannersOfOnesOwn(used);
  whatInitWrites(used);
  gateAndWorkflows(used);
}

type Used = ReturnType<typeof usedBy>;

function usedBy({ major, path, isNewest }: NodeUsed, project: () => InstalledProject) {
  const readsTypeScript = major > 20;
  const outside = () => dirname(project().folder);
  const place = (name: string) => {
    const made = join(project().folder, `${name}_${major}`);
    mkdirSync(made, { recursive: true });
    return made;
  };
  const ran = (args: readonly string[], cwd: string) => programEnded(path, args, cwd);
  const inPackage = (file: string) => join(project().folder, 'node_modules/tapedeck', file);
  const tapedeck = (args: readonly string[], cwd: string) =>
    ran([inPackage('harness/package/tapedeck.js'), ...args], cwd);

  async function job(workflow: string, name: string, contexts: Readonly<Record<string, string>>): Promise<void> {
    const cwd = place(workflow);
    const { failed, said, uploaded } = await jobInProject(project(), {
      workflow: join(inPackage('dist/harness/package/examples/ci'), `${workflow}.yml`),
      job: name,
      cwd,
      node: path,
      variables: isNewest ? {} : FEW[workflow]!,
      contexts,
    });
    expect(failed, said).toBeNull();
    expect(uploaded.filter((file) => !existsSync(join(cwd, file)))).toEqual([]);
  }
  // By day the oldest Node stands for the others, which run everything at night.
  const itInOldest = it.skipIf(readsTypeScript && !isLong);
  return { readsTypeScript, isNewest, outside, place, ran, inPackage, tapedeck, job, itInOldest };
}

function whatIsShipped({ place, ran, tapedeck, itInOldest }: Used): void {
  it('every export can be imported', async () => {
    const names = publicEntries().map(({ name }) => (name === 'tapedeck' ? name : `tapedeck/${name}`));
    const script = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).sort().join());`;
    const { out, said } = await ran(['--input-type=module', '-e', script], place('imports'));
    expect(said).toBe('');
    const sorted = publicEntries().map((entry) => entry.names.map(({ name }) => name).sort());
    expect(out.trim().split('\n')).toEqual(sorted.map((each, at) => `${names[at]} ${each.join()}`));
  });

  itInOldest('tables writes the bytes of the baseline into the folder of the caller', async () => {
    const cwd = place('tables');
    const { exitCode, said } = await tapedeck(['tables', '--suite', 'robot', '--check'], cwd);
    expect(said).toContain('the baseline byte for byte');
    expect(exitCode).toBe(0);
    const made = readFileSync(join(cwd, 'results/tables/table_3.md'), 'utf8');
    expect(made).toBe(readFileSync(join(PLACES.baseline, 'table_3.md'), 'utf8'));
  });
}

function plannersOfOnesOwn({ readsTypeScript, outside, place, tapedeck, itInOldest }: Used): void {
  it('a planner of one’s own is checked by its types and played', async () => {
    const cwd = place('planner');
    writeFileSync(join(cwd, 'mine.mts'), examplePlanner());
    expect(await compiled(cwd)).toEqual({ exitCode: 0, out: '', said: '' });
    const file = readsTypeScript ? './mine.mts' : './mine.mjs';
    const asked = ['run', 'household', '--planner', file, '--scene', '1', '--task', 'open_fridge', '--json'];
    const { exitCode, out } = await tapedeck(asked, cwd);
    expect(JSON.parse(out).episodes).toMatchObject([{ episode: 'household/house_1/open_fridge/mine/1' }]);
    expect(exitCode).toBe(0);
    expect(readdirSync(join(cwd, 'results/runs'))).toContain('household');
  });

  itInOldest('a planner that lies below no node_modules finds the package and zod', async () => {
    const cwd = mkdtempSync(join(outside(), 'elsewhere-'));
    const script = examplePlanner().replace(/^import type .*$/m, "import { PLAN_COMPLETED } from 'tapedeck/planner';");
    const plain = script.replace(/: Planner<.*> =/, ' =').replace("title: 'Mine'", 'title: PLAN_COMPLETED');
    writeFileSync(join(cwd, 'mine.mjs'), plain);
    const asked = ['run', 'household', '--planner', './mine.mjs', '--scene', '1', '--task', 'open_fridge'];
    expect(await tapedeck(asked, cwd)).toMatchObject({ exitCode: 0 });
  });

  it('a planner that Node cannot read is refused with what to do', async () => {
    const cwd = place('unread');
    for (const file of ['mine.ts', 'mine.js']) writeFileSync(join(cwd, file), 'export const planner = {};\n');
    const refused = async (file: string) => {
      const { exitCode, said } = await tapedeck(['check-planner', `./${file}`], cwd);
      expect(exitCode).toBe(2);
      return said;
    };
    const asCommonJs = (ending: string) =>
      `Node reads "${cwd}/mine.${ending}" as CommonJS, as the nearest package.json says: name it "mine.m${ending}", or set "type": "module" there`;
    expect(await refused('mine.js')).toContain(asCommonJs('js'));
    expect(await refused('mine.ts')).toContain(
      readsTypeScript ? asCommonJs('ts') : 'use Node 22.18 or newer, or write JavaScript (.mjs)',
    );
  });
}

function whatInitWrites({ place, ran, tapedeck, itInOldest }: Used): void {
  itInOldest('what init writes works', async () => {
    const cwd = place('begun');
    const [, next = ''] = /^Next: npx tapedeck (.*)$/m.exec((await tapedeck(['init', 'planner', '.'], cwd)).said) ?? [];
    const run = await tapedeck([...next.split(' '), '--json'], cwd);
    expect(JSON.parse(run.out)).toMatchObject({ episodes: 1, stopped: 1, missing: { all: { calls: 1 } } });
    const held = await tapedeck(['check-planner', './my_planner.mjs', '--runs', '2'], cwd);
    expect(held).toMatchObject({ exitCode: 0, said: '10 of 14 checks passed, 0 failed, 4 skipped\n' });
    expect(await tapedeck(['init', 'suite', 'flat'], cwd)).toMatchObject({ exitCode: 0 });
    const checked = await tapedeck(['check', 'flat/suite.json'], cwd);
    expect(checked).toMatchObject({ exitCode: 0, said: expect.stringContaining('3 of 3 tasks solvable') });
    const { $schema } = JSON.parse(readFileSync(join(cwd, 'flat/suite.json'), 'utf8'));
    expect(JSON.parse(readFileSync(join(cwd, 'flat', $schema), 'utf8'))).toHaveProperty('title');
  });

  it('the tests that init writes pass, and their command fails where no test is', async () => {
    const cwd = place('tested');
    const [, words = ''] = /^Next: node (.*)$/m.exec((await tapedeck(['init', 'tests', '.'], cwd)).said) ?? [];
    const tested = await ran(words.split(' '), cwd);
    expect(tested.exitCode, tested.out).toBe(0);
    expect(tested.out).toContain('state-tracking invariants: MyTracker');
    expect(tested.out).toMatch(/^(#|ℹ) pass 2$/m);
    expect(await ran(words.split(' '), place('untested'))).toMatchObject({ exitCode: 1 });
  });
}

function gateAndWorkflows({ isNewest, place, inPackage, tapedeck, job, itInOldest }: Used): void {
  itInOldest('the gate lets pass what replays as before, and stops what is not there', async () => {
    const cwd = place('compare');
    const episode = ['--planner', 'llm_state', '--scene', '1', '--task', 'use_computer', '--out', 'llm_state'];
    expect(await tapedeck(['run', 'household', ...episode], cwd)).toMatchObject({ exitCode: 0 });
    const passed = await tapedeck(['compare', 'results/baseline', 'llm_state', '--fail-on-regression'], cwd);
    expect(passed).toMatchObject({ exitCode: 0, said: expect.stringContaining('The gate passes') });
    const stopped = await tapedeck(['compare', 'results/baseline', 'llm_state', '--fail-on-missing'], cwd);
    expect(stopped).toMatchObject({ exitCode: 1, said: expect.stringContaining('The gate fails: ') });
    const layers = ['--tapes', 'cassettes/tapes', '--tapes', 'results/tapes'];
    expect(await tapedeck(['report', 'llm_state', ...layers], cwd)).toMatchObject({ exitCode: 0 });
  });

  itInOldest('the workflow that compares prompts runs as it is written', async () => {
    const cwd = place('compare_prompts');
    cpSync(inPackage('dist/planners/llm_state/prompts/paper'), join(cwd, 'prompts/llm_state'), { recursive: true });
    await job('compare_prompts', 'compare', { 'github.token': 'none', 'github.event.pull_request.number': '7' });
    expect(readFileSync(join(cwd, 'comment.md'), 'utf8')).toContain('## Prompt comparison: passed');
    expect(readFileSync(join(cwd, 'gh_words.txt'), 'utf8')).toContain('pr comment 7 ');
  });

  it.runIf(isNewest || isLong)('the workflow that runs shards runs as it is written', async () => {
    for (const shard of ['1', '2', '3', '4']) await job('shards', 'shard', { 'matrix.shard': shard });
    await job('shards', 'join', {});
    const run = JSON.parse(readFileSync(join(place('shards'), 'joined/run.json'), 'utf8'));
    expect(run).toMatchObject({ episodesPlayed: run.episodesTotal, finished: true });
  });
}
