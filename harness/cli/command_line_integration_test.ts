import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { documentOf, refusal, tapedeck, words } from '../testing/run_tapedeck.ts';
import { scratchFolder } from '../testing/scratch_folder.ts';

const { at, file, read } = scratchFolder();

describe('tapedeck', () => {
  it.for([
    ['run houshold', 'No suite is called "houshold"; did you mean "household"? Known: household, listings, planbench'],
    ['run household --planner bert', 'No planner is called "bert"; known: inner_monologue, progprompt, llm_state'],
    ['run household --planner llm_stat', 'is called "llm_stat"; did you mean "llm_state"? Known: inner_monologue, pro'],
    ['compare results/baseline results/baseline --metric sucess', '"sucess"; did you mean "success"? Known: '],
    ['run household --task make_tea', 'No task of this suite is called "make_tea"; known: switch_off_bedroom_light'],
    ['run household --scene house_9', 'No scene of this suite is called "house_9"; known: house_1'],
    ['run household --env habitat', 'Choices: "symbolic"'],
    [
      'run household --prompts llm_state=nowhere',
      'There is no prompt set of planner "llm_state" and no folder called "nowhere"',
    ],
    ['run household --prompts llmstate=x', '"llmstate"; did you mean "llm_state"? Known: inner_monologue, progprompt'],
    ['run household --shard 3/2', '--shard must be i/n with 1 ≤ i ≤ n, found "3/2"'],
    ['run household --jobs 0', '--jobs must be a whole number of at least 1, found 0'],
    ['run household --planner cmd:x --decision-timeout-s 0', '--decision-timeout-s must be more than 0, found 0'],
    ['run household --model ../x', '../x'],
    ['run ./missing.json', 'Cannot read "./missing.json": there is no such file'],
    ['run household --mode record', 'set OPENAI_API_KEY'],
    ['trace household/house_1', 'expected a trace file or SUITE/SCENE/TASK/PLANNER/TRIAL'],
    ['merge nowhere -o x', 'Cannot merge "nowhere": expected folders of runs only, or folders of tapes only'],
    ['batch ingest x --provider p --channel c --answered-on today', 'YYYY-MM-DD'],
    ['check robot --task heat_food_and_bring_to_sofa --write', '--write stores references for a whole suite'],
  ] as const)('says what is wrong and what is known, and exits with 2: %s', async ([line, message]) => {
    const said = await refusal(...line.split(' '));
    expect(said).toContain(message);
    expect(JSON.parse((await tapedeck(...line.split(' '), '--json')).out)).toEqual({ error: said, exitCode: 2 });
  });

  it('says its version, as text and as JSON', async () => {
    const text = await tapedeck('--version');
    expect(await tapedeck('-v')).toEqual(text);
    expect(text).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    const json = { exitCode: 0, out: JSON.stringify({ name: 'tapedeck', version: text.out }) };
    for (const line of ['--version --json', '--json --version', '-v --json'])
      expect(await tapedeck(...line.split(' '))).toMatchObject(json);
  });
});

describe('tapedeck check', () => {
  it('says which tasks can be done, and in how many steps, and exits with 1 when one cannot', async () => {
    const { exitCode, out, said } = await tapedeck('check', 'robot', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ scene: 'robot_home', problem: null, reference: { optimal: true } }]);
    expect(said).toContain('1 of 1 task solvable within the step limit');
    const without = await tapedeck('check', 'robot', '--env-option', 'skills={}', '--json');
    expect([without.exitCode, JSON.parse(without.out)]).toMatchObject([1, [{ problem: 'there is no plan' }]]);
  });
});

describe('tapedeck run', () => {
  it('gives the same run whole, in jobs, or in shards that are merged', async () => {
    const run = (...more: string[]) =>
      documentOf(...words`run household --scene house_1 house_2 --task make_toast --planner random oracle`, ...more);
    await run('--out', at('whole'));
    await run('--out', at('jobs'), '--jobs', '3');
    const shards = ['3', '1', '2'].map((shard) => at(`shard_${shard}`));
    for (const [index, shard] of ['3/3', '1/3', '2/3'].entries()) await run('--shard', shard, '--out', shards[index]!);
    expect(await tapedeck('merge', ...shards, '-o', at('merged'))).toMatchObject({ exitCode: 0 });
    for (const other of ['jobs', 'merged']) expect(filesIn(at(other))).toEqual(filesIn(at('whole')));
  });

  it('overwrites neither an earlier run nor another folder, and says how to continue', async () => {
    const run = (name: string) => ['run', 'listings', '--out', at(name)];
    await tapedeck(...run('again'));
    const before = filesIn(at('again'));
    expect(await refusal(...run('again'))).toContain(
      `"${at('again')}": it contains an earlier run; name another with --out, or remove that run: npx tapedeck runs rm ${at('again')}`,
    );
    expect(filesIn(at('again'))).toEqual(before);
    await tapedeck('runs', 'rm', at('again'));
    expect(existsSync(at('again'))).toBe(false);
    file('precious/thesis.txt', 'do not lose me');
    expect(await refusal(...run('precious'))).toContain('it contains files, but no run');
    expect(readdirSync(at('precious'))).toEqual(['thesis.txt']);
  });

  it('misses, loudly and with exit code 3, when a prompt is changed', async () => {
    cpSync(join(PLACES.planners, 'llm_state/prompts/paper'), at('mine'), { recursive: true });
    file('mine/attention.txt', read('mine/attention.txt').replace('peel an apple', 'peel a pear'));
    const { exitCode, said } = await tapedeck(
      ...words`run listings --prompts llm_state=${at('mine')} --out ${at('changed')}`,
    );
    expect(exitCode).toBe(3);
    expect(said).toMatch(
      /Cannot replay request "[0-9a-f]{8}…" of episode "listings\/house_1\/listing_switch_off_all_lights\/llm_state\/1": closest recording "[0-9a-f]{8}…" differs in line \d+ of message 1/,
    );
    expect(said).toContain('peel a pear');
  });
});

describe('tapedeck cassettes', () => {
  const REPLIES = 'listings/gpt-4-0613/house_1.listing_switch_off_all_lights.replies.jsonl';
  const diff = (left: string, right: string) => tapedeck('cassettes', 'diff', left, right);

  it('lists, verifies, shows and prunes what a run leaves unused, and says what changed', async () => {
    const shipped = listingsTapes('shipped');
    listingsTapes('care');
    const care = (...argv: string[]) => tapedeck('cassettes', ...argv, '--tapes', at('care'));
    expect((await care('list')).out).toContain('gpt-4-0613');
    const [, key = ''] = /"key":"([0-9a-f]{12})/.exec(read(`care/${REPLIES}`)) ?? [];
    expect((await care('show', key)).out).toContain(`request ${key}`);
    expect(await care('show', 'ffffffffffff')).toMatchObject({ exitCode: 2 });

    const other = words`run listings --planner llm_state+emptyPlansMax=1+states=false`;
    await tapedeck(...other, '--out', at('missed'));
    expect(await refusal(...words`cassettes prune ${at('missed')} --tapes ${at('care')}`)).toContain('Cannot prune');
    await tapedeck(...words`${other} --mode batch --tapes ${at('care')} --out ${at('batched')}`);
    await answer(at('batched'), 'nothing to do', at('care'));
    cpSync(at('care'), at('more'), { recursive: true });
    expect((await diff(shipped, at('care'))).out).toMatch(/gpt-4-0613: 1 added/);

    await tapedeck('run', 'listings', '--out', at('one'));
    const [{ kept, removed }] = JSON.parse((await care('prune', at('one'), '--dry-run', '--json')).out);
    expect([kept, removed]).toEqual([3, [expect.objectContaining({ task: 'house_1/listing_switch_off_all_lights' })]]);
    expect(await diff(at('more'), at('care'))).toMatchObject({ exitCode: 0 });
    await care('prune', at('one'));
    expect(await diff(at('more'), at('care'))).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(/listings, model gpt-4-0613: 0 added, 1 removed, 0 changed, 3 unchanged/),
    });
    expect(await care('verify')).toMatchObject({ exitCode: 0, said: expect.stringContaining(': 0 problems') });
    expect(await tapedeck('merge', shipped, at('care'), '-o', at('joined'))).toMatchObject({ exitCode: 0 });
    expect(await diff(shipped, at('joined'))).toMatchObject({ exitCode: 0 });
  });

  it('exits with 1 and names file and line, when a tape is damaged', async () => {
    listingsTapes('damaged');
    file(`damaged/${REPLIES}`, read(`damaged/${REPLIES}`).replace('lightswitch1', 'lightswitch9'));
    const said = expect.stringMatching(/house_1\.listing_switch_off_all_lights\.replies\.jsonl:\d+: /);
    expect(await tapedeck('cassettes', 'verify', '--tapes', at('damaged'))).toMatchObject({ exitCode: 1, said });
  });
});

it('tapedeck trace shows an episode, with every prompt and reply where asked', async () => {
  await tapedeck('run', 'listings', '--out', at('listings'));
  const trace = words`trace listings/house_1/listing_switch_off_all_lights/llm_state/1 --run ${at('listings')}`;
  const short = await tapedeck(...trace);
  expect(short.out).toContain('✗ switchoff(lightswitch1)');
  expect(short.out).not.toContain('You only have two hands');
  expect((await tapedeck(...trace, '--prompts')).out).toContain('You only have two hands');
  expect((await documentOf(...trace, '--prompts')).exchanges).toHaveLength(3);
});

it('tapedeck batch repeats until no answer is missing', async () => {
  const run = words`run listings --mode batch --tapes ${at('tapes')} --runs ${at('looped')}`;
  const replies = ['add_related_objects("lightswitch1")', 'update_state("lightswitch1", "off")', 'nothing to do'];
  for (const content of [...replies, 'nothing', 'at', 'all']) {
    expect((await tapedeck(...run)).exitCode).toBe(3);
    expect((await answer(at('looped/listings'), content, at('tapes'))).recorded).toBe(1);
  }
  expect(existsSync(at('tapes/listings/gpt-4-0613/manifest.json'))).toBe(true);
});

async function answer(run: string, content: string, tapes: string) {
  expect((await tapedeck(...words`batch export ${run} -o ${at('requests.jsonl')} --tapes ${tapes}`)).exitCode).toBe(0);
  const { custom_id, url, method } = JSON.parse(read('requests.jsonl'));
  expect([url, method]).toEqual(['/v1/chat/completions', 'POST']);
  const answers = file('answers.jsonl', `${JSON.stringify({ custom_id, content })}\n`);
  return documentOf(
    ...words`batch ingest ${answers} --tapes ${tapes} --provider nobody --channel test --answered-on unknown`,
  );
}

function listingsTapes(name: string): string {
  cpSync(join(PLACES.tapes, 'listings'), at(name, 'listings'), { recursive: true });
  return at(name);
}

function filesIn(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const compared = paths.filter((each) => !/(timings\.json|wall_ms\.jsonl)$/.test(each));
  return Object.fromEntries(compared.map((each) => [each.slice(path.length), readFileSync(each, 'utf8')]));
}
