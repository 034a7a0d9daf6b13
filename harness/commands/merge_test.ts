/**
 * Joining shards.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../run_folder.ts';
import type { Trace } from '../trace.ts';
import { traceHeader, traceSummary } from '../trace_fixture.ts';
import { mergeRuns } from './merge.ts';

function trace(task: string, steps: number): Trace {
  return {
    header: traceHeader({ task }),
    events: [],
    summary: traceSummary({ steps }),
  };
}

function run(shard: string | null, episodes: readonly (readonly [number, Trace])[], model = 'm'): RunResult {
  return {
    run: {
      format: 1,
      suite: 's',
      model,
      env: 'symbolic',
      planners: ['p'],
      shard,
      episodesTotal: 3,
      episodes: episodes.map(([number, { header }]) => ({ number, episode: `s/house/${header.task}/p/1` })),
    },
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

  it('refuses runs of different models', () => {
    const parts = [
      { dir: '1', result: run('1/2', [[0, a]]) },
      { dir: '2', result: run('2/2', [[1, b]], 'other') },
    ];
    expect(() => mergeRuns(parts)).toThrow('Cannot merge "1" and "2": model "m" is not "other"');
  });
});
