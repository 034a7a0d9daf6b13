import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runRecord } from '../testing/run_fixture.ts';
import { scratchFolder } from '../testing/scratch_folder.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import { firstDifference, mergeRuns } from './merge_runs.ts';
import { claimRunFolder } from './run_folder.ts';
import type { RunRecord } from './run_record.ts';
import { RunWriter } from './run_writer.ts';
import { readRun } from './stored_run.ts';

const { at } = scratchFolder();
let count = 0;
const newFolder = () => at(String(count++));

function trace(task: string, steps: number): Trace {
  return { header: traceHeader({ task }), events: [], summary: traceSummary({ steps }) };
}

type Change = Partial<RunRecord>;

function run(shard: string | null, episodes: readonly (readonly [number, Trace])[], change: Change = {}): string {
  const record = runRecord({ shard, ...change });
  const times = { started: '2026-11-21T00:00:00Z', ended: '2026-11-21T00:01:00Z' };
  const out = claimRunFolder({ out: newFolder() }, record);
  const writer = new RunWriter(out, record, { times, nowMs: () => 0 });
  for (const [number, each] of episodes) writer.add({ number, trace: each, miss: null, wallMs: 10 * number });
  writer.end(record, times);
  return out;
}

function merged(parts: readonly string[], options = {}) {
  const out = newFolder();
  return { ...mergeRuns(parts, out, options), out };
}

function filesIn(run: string): Record<string, string> {
  return Object.fromEntries(readdirSync(run).map((name) => [name, readFileSync(join(run, name), 'utf8')]));
}

const [a, b, c] = [trace('a', 1), trace('b', 2), trace('c', 3)];

describe('mergeRuns()', () => {
  it('gives the unsplit run, byte for byte, from all shards in any order', () => {
    const [first, second, third] = [a, b, c].map((each, number) => [number, each] as const);
    const whole = filesIn(run(null, [first!, second!, third!]));
    const parts = [run('1/2', [first!, third!]), run('2/2', [second!])];
    expect(filesIn(merged(parts).out)).toEqual(whole);
    expect(filesIn(merged(parts.toReversed()).out)).toEqual(whole);
  });

  it('gives the unsplit run from any distribution of the episodes', () => {
    const all = Array.from({ length: 12 }, (_, number) => [number, trace(`t${number}`, number)] as const);
    const whole = filesIn(run(null, all, { episodesTotal: 12 }));
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }), (dealt) => {
        const change = { episodesTotal: 12, settings: { trials: 1, mode: 'record' }, tapes: [] };
        const partOf = (part: number) => all.filter((_, at) => dealt[at] === part);
        const files = filesIn(merged([0, 1, 2].map((part) => run(`${part + 1}/3`, partOf(part), change))).out);
        for (const name of ['traces.jsonl', 'episodes.jsonl', 'wall_ms.jsonl']) expect(files[name]).toBe(whole[name]);
      }),
      { numRuns: 20 },
    );
  });

  it('gives a part if a shard is missing, and writes an episode once if two runs have it and agree', () => {
    expect(merged([run('1/3', [[0, a]]), run('2/3', [[1, b]])]).run.shard).toBe('1/3+2/3');
    const { out, run: joined } = merged([run('1/2', [[0, a]]), run('1/2', [[0, a]])]);
    expect(readRun(out).traces).toEqual([a]);
    expect(joined.episodesPlayed).toBe(1);
  });

  it('refuses different traces of one episode, and different episodes with one number, and leaves no files', () => {
    const out = newFolder();
    const [first, other] = [run('1/2', [[0, a]]), run('1/2', [[0, trace('a', 9)]])];
    expect(() => mergeRuns([first, other], out)).toThrow(
      `Cannot merge "${first}" and "${other}": their traces of episode "s/house/a/p/1" differ`,
    );
    expect(existsSync(out)).toBe(false);
    expect(() => mergeRuns([first, run('1/2', [[0, b]])], out)).toThrow(
      'episode 0 is "s/house/a/p/1" in one and "s/house/b/p/1" in the other',
    );
    expect(existsSync(out)).toBe(false);
  });

  it.each<[string, Change, string]>([
    ['models', { model: 'other' }, 'model is "m" in one and "other" in the other'],
    ['hands', { envOptions: { hands: 1 } }, 'envOptions.hands is 2 in one and 1 in the other'],
    [
      'noise',
      { envOptions: { hands: 2, noise: { missedDetection: 0.1 } } },
      'noise.missedDetection is 0 in one and 0.1 in the other',
    ],
    [
      'prompts',
      { prompts: { p: { set: 'paper', digest: 'ab' } } },
      'prompts.p.digest is "aa" in one and "ab" in the other',
    ],
    ['planners', { planners: ['p', 'q'] }, 'planners[1] is missing in one and "q" in the other'],
    ['scenes', { scenes: { house: 'x' } }, 'scenes.house is "bb" in one and "x" in the other'],
    ['tasks', { tasks: { a: 'cc', b: 'dd', c: 'x' } }, 'tasks.c is "ee" in one and "x" in the other'],
    ['settings', { settings: { trials: 2, mode: 'replay' } }, 'settings.trials is 1 in one and 2 in the other'],
    ['tapes', { tapes: [{ 'house/a': 'x' }] }, 'tapes[0]["house/a"] is "ff" in one and "x" in the other'],
    [
      'versions',
      { tapedeck: { version: '1.0.1', commit: null } },
      'is "1.0.0" in one and "1.0.1" in the other; use --any-commit',
    ],
  ])('refuses runs of different %s, with the first difference', (_, change, difference) => {
    const [first, second] = [run('1/2', [[0, a]]), run('2/2', [[1, b]], change)];
    const out = newFolder();
    const merge = () => mergeRuns([first, second], out);
    expect(merge).toThrow(`Cannot merge "${first}" and "${second}": `);
    expect(merge).toThrow(difference);
    expect(existsSync(out)).toBe(false);
  });

  it('merges runs of different commits on request, and then records no commit', () => {
    const tapedeck = { version: '1.0.0', commit: null };
    const parts = [run('1/2', [[0, a]]), run('2/2', [[1, b]], { tapedeck })];
    expect(merged(parts, { anyCommit: true }).run.tapedeck).toEqual(tapedeck);
  });

  it('merges recordings with different tapes, and interrupted runs', () => {
    const settings = { trials: 1, mode: 'record' };
    const recorded = [
      run('1/2', [[0, a]], { settings }),
      run('2/2', [[1, b]], { settings, tapes: [{ 'house/a': 'x' }], finished: false }),
    ];
    expect(merged(recorded).run).toMatchObject({ tapes: [], finished: false });
    const cut = run('2/2', [], { tapes: [], finished: false });
    expect(readRun(merged([run('1/2', [[0, a]]), cut]).out).traces).toEqual([a]);
  });
});

describe('firstDifference()', () => {
  it('returns the path and both values', () => {
    const left = { a: 1, b: { 'c/d': [1, { e: null }] } };
    expect(firstDifference(left, { a: 1, b: { 'c/d': [1, { e: false }] } })).toEqual({
      path: 'b["c/d"][1].e',
      left: null,
      right: false,
    });
    expect(firstDifference(left, { ...left, f: 2 })).toEqual({ path: 'f', left: undefined, right: 2 });
    expect(firstDifference({ a: [] }, { a: {} })).toMatchObject({ path: 'a' });
    expect(firstDifference({}, JSON.parse('{"constructor": 1}'))).toMatchObject({
      path: 'constructor',
      left: undefined,
    });
  });

  it('ignores the order of keys, and finds a difference if and only if values are not equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(firstDifference(value, JSON.parse(JSON.stringify(value), reversed))).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(firstDifference(left, right) === null).toBe(firstDifference(right, left) === null);
      }),
    );
  });
});

function reversed(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).reverse());
}
