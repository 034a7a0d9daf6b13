import { describe, expect, it } from 'vitest';
import { metricsOf, pool } from '../metrics/metrics.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import type { EpisodeEnd } from '../trace/trace_schema.ts';
import { RunTally, SENTENCES_MAX } from './run_tally.ts';

function trace(planner: string, end: EpisodeEnd, steps = 1): Trace {
  return { header: traceHeader({ planner, task: `t${steps}` }), events: [], summary: traceSummary({ end, steps }) };
}

function tallied(traces: readonly Trace[]): RunTally {
  const tally = new RunTally();
  for (const each of traces) tally.add({ trace: each, miss: null });
  return tally;
}

describe('RunTally', () => {
  it('pools the episodes of each planner that ran to their end, as if all were at hand', () => {
    const traces = [trace('p', 'goal', 1), trace('q', 'goal', 9), trace('p', 'step_limit', 3), trace('p', 'tape_miss')];
    const [p, q] = tallied(traces).planners();
    expect(p).toMatchObject({ planner: 'p', complete: 2, successes: 1 });
    expect(p?.pooled()).toEqual(pool([traces[0]!, traces[2]!].map(metricsOf)));
    expect(q).toMatchObject({ planner: 'q', complete: 1, successes: 1 });
  });

  it('keeps the first sentences of each end, and how many there are', () => {
    const tally = tallied(Array.from({ length: 30 }, (_, at) => trace('p', at < 2 ? 'timeout' : 'env_failed')));
    expect(tally.ended('env_failed')).toMatchObject({ count: 28, first: { length: SENTENCES_MAX } });
    expect(tally.ended('timeout').first).toEqual(Array(2).fill('s/house/t1/p/1: timeout: null'));
    expect(tally.ended('goal', 'timeout', 'env_failed').count).toBe(30);
  });

  it('shows no rows where there are more than anyone reads', () => {
    const one = trace('p', 'goal');
    const tally = tallied(Array<Trace>(10_000).fill(one));
    expect(tally.rows).toHaveLength(10_000);
    tally.add({ trace: one, miss: null });
    expect([tally.rows, tally.episodes]).toEqual([null, 10_001]);
  });
});
