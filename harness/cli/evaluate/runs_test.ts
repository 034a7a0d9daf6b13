import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunRecord } from '../../run/run_record.ts';
import { RunKeeper } from '../../run/run_writer.ts';
import { runRecord } from '../../testing/run_fixture.ts';
import { documentOf, refusal, tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { traceHeader, traceSummary } from '../../trace/testing/trace_fixture.ts';

const { at } = scratchFolder();
let runs = '';
let minute = 0;
beforeEach(() => {
  runs = mkdtempSync(at('runs-'));
  minute = 0;
});

function begin(name: string, change: Partial<RunRecord> = {}) {
  minute += 1;
  const now = () => new Date(Date.UTC(2026, 10, 21, 23, minute));
  const keeper = new RunKeeper({ out: undefined, name, runs, how: { jobs: 2 }, now });
  const run = runRecord(change);
  keeper.begin({ ...run, finished: false });
  const trace = { header: traceHeader(), events: [], summary: traceSummary() };
  const playOne = () => keeper.add({ number: 0, trace, miss: null, wallMs: 1 });
  return { playOne, end: () => keeper.end(run), fail: () => keeper.fail() };
}

function played(name: string, change: Partial<RunRecord> = {}): void {
  const { playOne, end } = begin(name, change);
  playOne();
  end();
}

const of = (...argv: string[]) => tapedeck('runs', ...argv, '--runs', runs);
const documentsOf = (...argv: string[]) => documentOf('runs', ...argv, '--runs', runs);
const refused = (...argv: string[]) => refusal('runs', ...argv, '--runs', runs);
const names = async () => (await documentsOf('list')).map(({ name }: { name: string }) => name);

describe('tapedeck runs list', () => {
  it('shows the start, content and progress of each run, or that there are none', async () => {
    expect(await of('list')).toEqual({ exitCode: 0, out: '', said: `No runs in ${runs}` });
    expect(await documentsOf('list')).toEqual([]);
    begin('b').end();
    played('a', { suite: 's', shard: '1/2' });
    begin('killed');
    begin('other', { suite: 't', finished: false }).end();
    mkdirSync(join(runs, 's/not_ours'));
    expect((await of('list')).out.split('\n')).toEqual([
      expect.stringMatching(/^run +began +model/),
      expect.stringMatching(/^s\/b +2026-11-21T23:01:00.000Z +m +p +0\/3$/),
      expect.stringMatching(/^s\/a +\* +2026-11-21T23:02:00.000Z +m +p +1\/3 +1\/2$/),
      expect.stringMatching(/^s\/killed +2026-11-21T23:03:00.000Z +m +p +0\/3 +incomplete$/),
      expect.stringMatching(/^s\/not_ours +damaged: Cannot read .*there is no such file$/),
      expect.stringMatching(/^t\/other +\* .* incomplete$/),
    ]);
    expect(await documentsOf('list', 't')).toMatchObject([
      { name: 't/other', isLatest: true, run: { suite: 't' }, problem: null },
    ]);
  });
});

describe('tapedeck runs show', () => {
  it('shows the settings, by name or as the latest, and how each planner did', async () => {
    played('a');
    const { out } = await of('show', 's/a');
    expect(out).toMatch(/^folder +\S+\n/);
    expect(out).toMatch(/^envOptions noise missedDetection +0$/m);
    expect(out).toMatch(/^ended +2026-11-21T23:01:00.000Z$/m);
    expect(out).toMatch(/^episodes +1 of 3$/m);
    expect(out).toMatch(/\n\nplanner +SR +AS \(cap\) .*\np +1\/1 +\d/);
    expect((await of('show', 's')).out).toBe(out);
    const { run, times, results } = await documentsOf('show', 's');
    expect([{ ...run, episodesPlayed: 0 }, times.jobs]).toEqual([runRecord(), 2]);
    expect(results).toEqual([{ planner: 'p', complete: 1, successes: 1 }]);
  });

  it('has a column of money if prices are given, and refuses invalid prices', async () => {
    played('a');
    const argv = ['show', 's/a', '--prices', 'prompt=2.5,completion=10'];
    expect((await of(...argv)).out).toMatch(/\nplanner +SR .* money\np +1\/1 .* 0$/);
    expect((await documentsOf(...argv)).results).toEqual([{ planner: 'p', complete: 1, successes: 1, money: 0 }]);
    const said = await refused('show', 's/a', '--prices', 'prompt=2.5');
    expect(said).toContain('found "prompt=2.5": "completion" has no price');
  });

  it('counts the episodes of a run that is under way, was killed or interrupted, and refuses what is no run', async () => {
    const { playOne } = begin('a');
    minute += 1; // what is held back is written once a second has passed
    playOne();
    expect((await of('show', 's/a')).out).toContain('1 of 3, under way or killed');
    expect((await of('list')).out).toMatch(/^s\/a .* 1\/3 +incomplete$/m);
    begin('b', { finished: false }).end();
    expect((await of('show', 's/b')).out).toContain('0 of 3, interrupted');
    expect(await refused('show', 'c')).toContain('"c" is not a run');
  });
});

describe('tapedeck runs rm', () => {
  it('removes the given runs, and points `latest` to the newest finished run', async () => {
    for (const name of ['a', 'b', 'c']) begin(name).end();
    begin('killed');
    expect(await of('rm', 's/c', '--dry-run')).toMatchObject({ said: `would remove: ${join(runs, 's/c')}` });
    expect(await of('rm', 's/c', join(runs, 's/a'))).toMatchObject({ exitCode: 0 });
    expect(await names()).toEqual(['s/b', 's/killed']);
    expect((await documentsOf('show', 's')).folder).toBe(join(runs, 's/b'));
    await of('rm', 's/b', 's/killed');
    expect(readdirSync(join(runs, 's'))).toEqual([]);
  });

  it('leaves a link of the user’s beside a run that lies elsewhere', async () => {
    begin('a').end();
    const mine = join(runs, 'somewhere/else/mine');
    mkdirSync(mine, { recursive: true });
    renameSync(join(runs, 's/a'), join(mine, 'a'));
    symlinkSync('a', join(mine, 'latest'));
    expect(await of('rm', join(mine, 'a'))).toMatchObject({ exitCode: 0 });
    expect(readdirSync(mine)).toEqual(['latest']);
    expect(lstatSync(join(mine, 'latest')).isSymbolicLink()).toBe(true);
  });

  it('keeps the newest of each suite', async () => {
    for (const name of ['a', 'b', 'c']) begin(name).end();
    begin('d', { suite: 't' }).end();
    begin('killed');
    const removed = [join(runs, 's/a'), join(runs, 's/b')];
    expect(await documentsOf('rm', '--keep', '1')).toEqual({ removed, dryRun: false });
    expect(await names()).toEqual(['s/c', 's/killed', 't/d']);
    expect((await of('rm', '--keep', '1')).said).toBe('Nothing to remove');
    await of('rm', '--keep', '0', '--suite', 't');
    expect(await names()).toEqual(['s/c', 's/killed']);
  });

  it('removes nothing if a folder is not a run or contains other files', async () => {
    for (const name of ['a', 'b']) begin(name).end();
    mkdirSync(join(runs, 's/mine'));
    writeFileSync(join(runs, 's/mine/run.json'), '{"mine": true}');
    writeFileSync(join(runs, 's/b/notes.txt'), 'do not lose me');
    for (const [name, why] of [
      ...['s', 's/latest', 's/latest/', 'nowhere'].map((name) => [name, 'it is not the folder of a run'] as const),
      ['s/mine', 'Cannot read'],
      ['s/b', 'it contains "notes.txt", which is not part of a run'],
    ] as const)
      expect(await refused('rm', 's/a', name)).toContain(why);
    for (const run of ['s/a', 's/b']) expect(existsSync(join(runs, run, 'run.json'))).toBe(true);
    expect(readFileSync(join(runs, 's/b/notes.txt'), 'utf8')).toBe('do not lose me');
  });

  it.each([
    ['rm', 'Name the runs to remove, or add --keep'],
    ['rm s/a --keep 1', 'Name runs or add --keep, not both'],
    ['rm --keep -1', '--keep must be a whole number'],
    ['rm s/a --suite s', '--suite needs --keep'],
  ])('refuses %s', async (line, message) => expect(await refused(...line.split(' '))).toContain(message));
});

it('RunKeeper leaves nothing of a run that failed before anything was played', () => {
  begin('a').fail();
  expect(readdirSync(join(runs, 's'))).toEqual([]);
});
