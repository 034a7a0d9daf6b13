import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { tapedeck, words } from '../testing/run_tapedeck.ts';
import { scratchFolder } from '../testing/scratch_folder.ts';

const { at } = scratchFolder();

describe('tapedeck', () => {
  it('explains itself, when nothing or nonsense is asked', async () => {
    const { exitCode, out, said } = await tapedeck();
    expect([exitCode, out]).toEqual([2, '']);
    expect(said).toMatch(/^tapedeck COMMAND\n[\s\S]*\nName a command\nSee `tapedeck --help`$/);
  });

  it.for([
    [
      'run houshold',
      'No suite is called "houshold"; did you mean "household"? Known: household, listings, planbench, robot',
    ],
    ['run household --planner bert', 'No planner is called "bert"; known: inner_monologue, progprompt, llm_state'],
    [
      'run household --planner llm_stat',
      'No planner is called "llm_stat"; did you mean "llm_state"? Known: inner_monologue, progprompt',
    ],
    [
      'compare results/baseline results/baseline --metric sucess',
      'is called "sucess"; did you mean "success"? Known: ',
    ],
    ['run household --task make_tea', 'No task of this suite is called "make_tea"; known: switch_off_bedroom_light'],
    ['run household --scene house_9', 'No scene of this suite is called "house_9"; known: house_1'],
    ['run household --mode reply', 'Choices: "replay", "record", "rerecord", "batch"'],
    ['run household --env habitat', 'Choices: "symbolic"'],
    ['run household --prompts llm_state=nowhere', 'No prompt set of planner "llm_state" is called "nowhere"'],
    [
      'run household --prompts llmstate=x',
      'is called "llmstate"; did you mean "llm_state"? Known: inner_monologue, progprompt, llm_state',
    ],
    ['run household --shard 3/2', '--shard must be i/n with 1 ≤ i ≤ n, found "3/2"'],
    ['run household --jobs 0', '--jobs must be a whole number of at least 1, found 0'],
    ['run household --model ../x', '../x'],
    ['run ./missing.json', 'Cannot read "./missing.json": there is no such file'],
    ['run household --mode record', 'set OPENAI_API_KEY'],
    ['trace household/house_1', 'expected a trace file or SUITE/SCENE/TASK/PLANNER/TRIAL'],
    ['merge nowhere -o x', 'Cannot merge "nowhere": expected folders of runs only, or folders of tapes only'],
    ['batch ingest x --provider p --channel c --answered-on today', 'YYYY-MM-DD'],
  ] as const)('says what is wrong and what is known, and exits with 2: %s', async ([argv, message]) => {
    const { exitCode, said, out } = await tapedeck(...argv.split(' '));
    expect(said).toContain(message);
    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(JSON.parse((await tapedeck(...argv.split(' '), '--json')).out)).toEqual({ error: said, exitCode: 2 });
  });

  it('says its version, as text and as JSON', async () => {
    const text = await tapedeck('--version');
    expect(await tapedeck('-v')).toEqual(text);
    expect(text).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    for (const argv of [
      ['--version', '--json'],
      ['--json', '--version'],
      ['-v', '--json'],
    ]) {
      const { exitCode, out } = await tapedeck(...argv);
      expect([exitCode, JSON.parse(out)]).toEqual([0, { name: 'tapedeck', version: text.out }]);
    }
  });
});

describe('tapedeck check', () => {
  it('says which tasks can be done, and in how many steps', async () => {
    const { exitCode, out, said } = await tapedeck('check', 'robot', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ scene: 'robot_home', problem: null, reference: { optimal: true } }]);
    expect(said).toContain('1 of 1 task solvable within the step limit');
  });

  it('exits with 1 when a task cannot be done in what it is told', async () => {
    const { exitCode, out } = await tapedeck('check', 'robot', '--env-option', 'skills={}', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ problem: 'there is no plan' }]);
  });

  it('writes references for a whole suite only', async () => {
    const { exitCode, said } = await tapedeck('check', 'robot', '--task', 'heat_food_and_bring_to_sofa', '--write');
    expect(exitCode).toBe(2);
    expect(said).toContain('--write excludes --scene, --task and --env-option');
  });
});

describe('tapedeck run', () => {
  it('gives the same run whole, in jobs, or in shards that are merged', async () => {
    const asked = ['--scene', 'house_1', 'house_2', '--task', 'make_toast', '--planner', 'random', 'oracle'];
    const run = (...more: string[]) => tapedeck('run', 'household', ...asked, '--json', ...more);
    expect((await run('--out', at('whole'))).exitCode).toBe(0);
    expect((await run('--out', at('jobs'), '--jobs', '3')).exitCode).toBe(0);
    for (const shard of ['1/3', '2/3', '3/3']) await run('--shard', shard, '--out', at(`shard_${shard[0]}`));
    const shards = [at('shard_3'), at('shard_1'), at('shard_2')];
    expect((await tapedeck('merge', ...shards, '-o', at('merged'))).exitCode).toBe(0);
    for (const other of ['jobs', 'merged']) expect(filesIn(at(other))).toEqual(filesIn(at('whole')));
  });

  it('overwrites no earlier run, and says how to go on', async () => {
    await tapedeck('run', 'listings', '--out', at('again'));
    const before = filesIn(at('again'));
    const { exitCode, said } = await tapedeck('run', 'listings', '--out', at('again'));
    expect(exitCode).toBe(2);
    expect(said).toContain(
      `"${at('again')}": it holds an earlier run, and no run overwrites another; give another with --out, or remove that run: npx tapedeck runs rm ${at('again')}`,
    );
    expect(filesIn(at('again'))).toEqual(before);
    await tapedeck('runs', 'rm', at('again'));
    expect(existsSync(at('again'))).toBe(false);
  });

  it('misses, loudly and with exit code 3, when a prompt is changed', async () => {
    cpSync(join(PLACES.planners, 'llm_state/prompts/paper'), at('mine'), { recursive: true });
    const attention = readFileSync(at('mine/attention.txt'), 'utf8');
    writeFileSync(at('mine/attention.txt'), attention.replace('peel an apple', 'peel a pear'));
    const prompts = `llm_state=${at('mine')}`;
    const { exitCode, said } = await tapedeck('run', 'listings', '--prompts', prompts, '--out', at('changed'));
    expect(exitCode).toBe(3);
    expect(said).toMatch(
      /Cannot replay request "[0-9a-f]{8}…" of episode "listings\/house_1\/listing_switch_off_all_lights\/llm_state\/1": closest recording "[0-9a-f]{8}…" differs in line \d+ of message 1/,
    );
    expect(said).toContain('peel a pear');
  });

  it('will not overwrite a folder that is no run', async () => {
    mkdirSync(at('precious'));
    writeFileSync(at('precious/thesis.txt'), 'do not lose me');
    const { exitCode, said } = await tapedeck('run', 'listings', '--out', at('precious'));
    expect(exitCode).toBe(2);
    expect(said).toContain('it holds other files');
    expect(readdirSync(at('precious'))).toEqual(['thesis.txt']);
    mkdirSync(at('precious/traces'));
    expect(await tapedeck('run', 'listings', '--out', at('precious'))).toMatchObject({ exitCode: 2 });
    expect(readdirSync(at('precious')).sort()).toEqual(['thesis.txt', 'traces']);
  });
});

describe('tapedeck cassettes', () => {
  it('lists, verifies, shows and prunes what a run leaves unused, and says what changed', async () => {
    const shipped = listingsTapes('shipped');
    listingsTapes('care');
    const care = (...argv: string[]) => tapedeck('cassettes', ...argv, '--tapes', at('care'));
    expect((await care('list')).out).toContain('gpt-4-0613');
    expect(await care('verify')).toMatchObject({ exitCode: 0, said: expect.stringContaining(': 0 problems') });
    const replies = at('care/listings/gpt-4-0613/house_1.listing_switch_off_all_lights.replies.jsonl');
    const [, key = ''] = /"key":"([0-9a-f]{12})/.exec(readFileSync(replies, 'utf8')) ?? [];
    expect((await care('show', key)).out).toContain(`request ${key}`);
    expect(await care('show', 'ffffffffffff')).toMatchObject({ exitCode: 2 });

    const other = 'llm_state+emptyPlansMax=1+states=false';
    await tapedeck('run', 'listings', '--planner', other, '--out', at('missed'));
    expect(await care('prune', at('missed'))).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('Cannot prune'),
    });
    await tapedeck(...words`run listings --planner ${other} --mode batch --tapes ${at('care')} --out ${at('asked')}`);
    await answer(at('asked'), 'nothing to do', at('care'));
    cpSync(at('care'), at('more'), { recursive: true });
    expect((await tapedeck('cassettes', 'diff', shipped, at('care'))).out).toMatch(/gpt-4-0613: 1 added/);

    await tapedeck('run', 'listings', '--out', at('one'));
    const dry = await care('prune', at('one'), '--dry-run', '--json');
    const [{ kept, removed }] = JSON.parse(dry.out);
    expect([kept, removed]).toEqual([3, [expect.objectContaining({ task: 'house_1/listing_switch_off_all_lights' })]]);
    expect((await tapedeck('cassettes', 'diff', at('more'), at('care'))).exitCode).toBe(0);
    await care('prune', at('one'));
    const diff = await tapedeck('cassettes', 'diff', at('more'), at('care'));
    expect(diff.exitCode).toBe(1);
    expect(diff.out).toMatch(/listings, model gpt-4-0613: 0 added, 1 removed, 0 changed, 3 unchanged/);
    expect((await care('verify')).exitCode).toBe(0);
    expect(await tapedeck('merge', shipped, at('care'), '-o', at('joined'))).toMatchObject({ exitCode: 0 });
    expect((await tapedeck('cassettes', 'diff', shipped, at('joined'))).exitCode).toBe(0);
  });

  it('finds nothing wrong with the shipped tapes', async () => {
    expect(await tapedeck('cassettes', 'verify', '--tapes', PLACES.tapes)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining(': 0 problems'),
    });
  });

  it('exits with 1 and names file and line, when a tape is damaged', async () => {
    listingsTapes('damaged');
    const file = at('damaged/listings/gpt-4-0613/house_1.listing_switch_off_all_lights.replies.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('lightswitch1', 'lightswitch9'));
    const { exitCode, said } = await tapedeck('cassettes', 'verify', '--tapes', at('damaged'));
    expect(exitCode).toBe(1);
    expect(said).toMatch(/house_1\.listing_switch_off_all_lights\.replies\.jsonl:\d+: /);
  });
});

describe('tapedeck trace', () => {
  it('shows an episode, with every prompt and reply where asked', async () => {
    await tapedeck('run', 'listings', '--out', at('listings'));
    const episode = 'listings/house_1/listing_switch_off_all_lights/llm_state/1';
    const short = await tapedeck('trace', episode, '--run', at('listings'));
    expect(short.out).toContain('✗ switchoff(lightswitch1)');
    expect(short.out).not.toContain('You only have two hands');
    const long = await tapedeck('trace', episode, '--run', at('listings'), '--prompts');
    expect(long.out).toContain('You only have two hands');
    const json = await tapedeck('trace', episode, '--run', at('listings'), '--prompts', '--json');
    expect(JSON.parse(json.out).exchanges).toHaveLength(3);
  });
});

describe('tapedeck batch', () => {
  it('goes round until nothing is missing', async () => {
    const tapes = at('tapes');
    const run = () => tapedeck('run', 'listings', '--mode', 'batch', '--tapes', tapes, '--runs', at('looped'));
    const replies = ['add_related_objects("lightswitch1")', 'update_state("lightswitch1", "off")', 'nothing to do'];
    for (const content of [...replies, 'nothing', 'at', 'all']) {
      expect((await run()).exitCode).toBe(3);
      const { exitCode, out } = await answer(at('looped/listings'), content, tapes);
      expect([exitCode, JSON.parse(out).recorded]).toEqual([0, 1]);
    }
    // Two rounds of three calls lead to empty plans; from the third on, nothing changes and the requests repeat.
    expect(existsSync(join(tapes, 'listings/gpt-4-0613/manifest.json'))).toBe(true);
  });
});

/** Exports the one request that a run misses, and takes these words for its answer. */
async function answer(run: string, content: string, tapes: string) {
  const [requests, answers] = [at('requests.jsonl'), at('answers.jsonl')];
  expect((await tapedeck('batch', 'export', run, '-o', requests, '--tapes', tapes)).exitCode).toBe(0);
  const { custom_id, url, method } = JSON.parse(readFileSync(requests, 'utf8'));
  expect([url, method]).toEqual(['/v1/chat/completions', 'POST']);
  writeFileSync(answers, `${JSON.stringify({ custom_id, content })}\n`);
  const provenance = ['--provider', 'nobody', '--channel', 'test', '--answered-on', 'unknown'];
  return tapedeck('batch', 'ingest', answers, '--tapes', tapes, ...provenance, '--json');
}

/** A copy of the shipped tapes of the suite `listings`. */
function listingsTapes(name: string): string {
  cpSync(join(PLACES.tapes, 'listings'), join(at(name), 'listings'), { recursive: true });
  return at(name);
}

/** File → content of a run's folder, but for its timings. */
function filesIn(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = files
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !/(timings\.json|wall_ms\.jsonl)$/.test(file));
  return Object.fromEntries(named.sort().map((file) => [file.slice(path.length), readFileSync(file, 'utf8')]));
}
