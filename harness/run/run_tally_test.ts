import { describe, expect, it } from 'vitest';
import { metricsOf, pool } from '../trace/metrics/metrics.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import type { EpisodeEnd } from '../trace/trace_schema.ts';
import { RunTally } from './run_tally.ts';

function trace(planner: string, end: EpisodeEnd, steps = 1): Trace {
  return { header: traceHeader({ planner, task: `t${steps}` }), events: [], summary: traceSummary({ end, steps }) };
}

function tallied(traces: readonly Trace[]): RunTally {
  const tally = new RunTally();
  for (const each of traces) tally.add({ trace: each, miss: null });
  return tally;
}

describe('RunTally', () => {
  it('pools the complete episodes of each planner', () => {
    const traces = [trace('p', 'goal', 1), trace('q', 'goal', 9), trace('p', 'step_limit', 3), trace('p', 'tape_miss')];
    const [p, q] = tallied(traces).planners();
    expect(p).toMatchObject({ planner: 'p', complete: 2, successes: 1 });
    expect(p?.pool.result()).toEqual(pool([traces[0]!, traces[2]!].map(metricsOf)));
    expect(q).toMatchObject({ planner: 'q', complete: 1, successes: 1 });
  });

  it('combines and counts episodes that ended in the same way', () => {
    const tally = tallied(Array.from({ length: 30 }, (_, at) => trace('p', at < 2 ? 'timeout' : 'env_failed')));
    const alike = 's/house/t1/p/1, s/house/t1/p/1, s/house/t1/p/1, …';
    const env = `s/house/t1/p/1: env_failed: null\n  alike in 27 more episodes: ${alike}`;
    expect(tally.ended('env_failed')).toEqual({ count: 28, lines: [env] });
    expect(tally.ended('timeout').lines).toEqual([
      's/house/t1/p/1: timeout: null\n  alike in 1 more episode: s/house/t1/p/1',
    ]);
    expect(tally.ended('goal', 'timeout', 'env_failed').count).toBe(30);
  });

  it('has no rows if there are too many to read', () => {
    const one = trace('p', 'goal');
    const tally = tallied(Array<Trace>(10_000).fill(one));
    expect(tally.rows).toHaveLength(10_000);
    tally.add({ trace: one, miss: null });
    expect([tally.rows, tally.episodes]).toEqual([null, 10_001]);
  });
});
