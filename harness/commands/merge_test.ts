/**
 * Joining shards.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../runs/run_folder.ts';
import { runRecord } from '../testing/run_fixture.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import { mergeRuns } from './merge.ts';

function trace(task: string, steps: number): Trace {
  return {
    header: traceHeader({ task }),
    events: [],
    summary: traceSummary({ steps }),
  };
}

type Change = Partial<RunResult['run']>;

function run(shard: string | null, episodes: readonly (readonly [number, Trace])[], change: Change = {}): RunResult {
  return {
    run: runRecord({
      shard,
      episodes: episodes.map(([number, { header }]) => ({ number, episode: `s/house/${header.task}/p/1` })),
      ...change,
    }),
    traces: episodes.map(([, each]) => each),
    misses: [],
    wallMs: {},
  };
}

const [a, b, c] = [trace('a', 1), trace('b', 2), trace('c', 3)];

describe('mergeRuns()', () => {
  it('gives the run that was never split, when all shards are there in any order', () => {
    const whole = run(null, [
      [0, a],
      [1, b],
      [2, c],
    ]);
    const first = {
      dir: '1',
      result: run('1/2', [
        [0, a],
        [2, c],
      ]),
    };
    const second = { dir: '2', result: run('2/2', [[1, b]]) };
    expect(mergeRuns([first, second])).toEqual(whole);
    expect(mergeRuns([second, first])).toEqual(whole);
  });

  it('stays a part, when a shard is missing', () => {
    const first = { dir: '1', result: run('1/3', [[0, a]]) };
    const second = { dir: '2', result: run('2/3', [[1, b]]) };
    expect(mergeRuns([first, second]).run.shard).toBe('1/3+2/3');
  });

  it('takes an episode that two runs share once, when they agree', () => {
    const merged = mergeRuns([
      { dir: '1', result: run('1/2', [[0, a]]) },
      { dir: '2', result: run('1/2', [[0, a]]) },
    ]);
    expect(merged.traces).toEqual([a]);
  });

  it('refuses two different traces of one episode', () => {
    const parts = [
      { dir: '1', result: run('1/2', [[0, a]]) },
      { dir: '2', result: run('1/2', [[0, trace('a', 9)]]) },
    ];
    expect(() => mergeRuns(parts)).toThrow('Cannot merge "1" and "2": their traces of episode "s/house/a/p/1" differ');
  });

  it.each<[string, Change, string]>([
    ['models', { model: 'other' }, 'model "m" is not "other"'],
    ['hands', { envOptions: { hands: 1 } }, 'envOptions.hands 2 is not 1'],
    [
      'noise',
      { envOptions: { hands: 2, noise: { missedDetection: 0.1 } } },
      'envOptions.noise.missedDetection 0 is not 0.1',
    ],
    ['prompts', { prompts: { p: { set: 'paper', digest: 'ab' } } }, 'prompts.p.digest "aa" is not "ab"'],
    ['planners', { planners: ['p', 'q'] }, 'planners[1] (nothing) is not "q"'],
    ['scenes', { scenes: { house: 'x' } }, 'scenes.house "bb" is not "x"'],
    ['tasks', { tasks: { a: 'cc', b: 'dd', c: 'x' } }, 'tasks.c "ee" is not "x"'],
    ['settings', { settings: { trials: 2, mode: 'replay' } }, 'settings.trials 1 is not 2'],
    ['tapes', { tapes: [{ 'house/a': 'x' }] }, 'tapes[0]["house/a"] "ff" is not "x"'],
    [
      'versions',
      { tapedeck: { version: '1.0.1', commit: null } },
      'tapedeck.version "1.0.0" is not "1.0.1"; --any-commit joins them all the same',
    ],
  ])('refuses runs of different %s, with the first difference', (_, change, difference) => {
    const parts = [
      { dir: '1', result: run('1/2', [[0, a]]) },
      { dir: '2', result: run('2/2', [[1, b]], change) },
    ];
    expect(() => mergeRuns(parts)).toThrow(`Cannot merge "1" and "2": ${difference}`);
  });

  it('joins runs of different commits where that is asked for, and says of none that it was all of it', () => {
    const tapedeck = { version: '1.0.0', commit: null };
    const parts = [
      { dir: '1', result: run('1/2', [[0, a]]) },
      { dir: '2', result: run('2/2', [[1, b]], { tapedeck }) },
    ];
    expect(mergeRuns(parts, { anyCommit: true }).run.tapedeck).toEqual(tapedeck);
  });

  it('joins recordings, whose tapes grew in between, and what was cut short before it ended', () => {
    const settings = { trials: 1, mode: 'record' };
    const recorded = [
      { dir: '1', result: run('1/2', [[0, a]], { settings }) },
      { dir: '2', result: run('2/2', [[1, b]], { settings, tapes: [{ 'house/a': 'x' }], finished: false }) },
    ];
    expect(mergeRuns(recorded).run).toMatchObject({ tapes: [], finished: false });
    const cut = { dir: '3', result: run('2/2', [], { tapes: [], finished: false }) };
    expect(mergeRuns([{ dir: '1', result: run('1/2', [[0, a]]) }, cut]).traces).toEqual([a]);
  });
});
