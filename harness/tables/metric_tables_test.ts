import { describe, expect, it } from 'vitest';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import { named } from '../trace/metrics/numbers.ts';
import { episodeMetrics } from '../trace/metrics/testing/episode_metrics.ts';
import { metricTables } from './metric_tables.ts';

function tablesOf(...episodes: Partial<EpisodeMetrics>[]) {
  const [metrics, errors, roles] = metricTables(
    episodes.map((each) => episodeMetrics({ suite: 's', planner: 'p', ...each })),
  );
  return {
    metrics: metrics?.rows ?? [],
    errors: errors?.rows ?? [],
    roles: roles?.rows ?? [],
    shown: metrics?.shown.lines,
  };
}

describe('metricTables()', () => {
  it('pools rates over all steps of a planner, not over its episodes', () => {
    const { metrics } = tablesOf(
      { success: true, steps: 10, failedSteps: 1, repeatedFailures: 0 },
      { success: false, steps: 90, failedSteps: 39, repeatedFailures: 20 },
    );
    expect(metrics).toMatchObject([
      { episodes: 2, successes: 1, executability: 0.6, failedSteps: 40, repeatedFailureRate: 0.5 },
    ]);
  });

  it('divides what was thrown away by all calls in replies, commentary aside', () => {
    const { metrics } = tablesOf({ accepted: 6, discards: { malformed: 1, argument: 1, prose: 50 } });
    expect(metrics[0]?.['parseDiscardRate']).toBe(0.25);
  });

  it('shows n/a where there is nothing to count, never 100 %', () => {
    const { metrics, shown } = tablesOf({
      success: false,
      steps: 0,
      tracking: { claims: 4, covered: 0, correct: 0, facts: 0, recalled: 0 },
    });
    expect(metrics[0]).toMatchObject({
      executability: null,
      repeatedFailureRate: null,
      parseDiscardRate: null,
      trackingPrecision: null,
      trackingRecall: null,
      trackingCoverage: 0,
    });
    expect(shown?.[0]?.slice(-3)).toEqual(['n/a', 'n/a', '0.0 %']);
  });

  it('knows no tracking of a planner that has no belief', () => {
    const { metrics, shown } = tablesOf({ tracking: null });
    expect(metrics[0]).toMatchObject({ trackingClaims: null, trackingPrecision: null, trackingCoverage: null });
    expect(shown?.[0]?.slice(-3)).toEqual(['n/a', 'n/a', 'n/a']);
  });

  it('adds up mistakes by kind and refused steps by precondition', () => {
    const { errors } = tablesOf(
      { steps: 3, errors: { parse: 1 }, failures: { free_hand: 2 } },
      { steps: 4, errors: { parse: 1, affordance: 3 }, failures: { free_hand: 1, seen: 1 } },
    );
    expect(errors).toMatchObject([
      { steps: 7, parse: 2, affordance: 3, missing_step: 0, failures: 'free_hand=3 seen=1' },
    ]);
  });

  it('counts calls and tokens by role, and does not guess tokens', () => {
    const policy = (calls: number, promptTokens: number | null) => ({
      policy: { calls, promptTokens, completionTokens: 5 },
    });
    const { roles } = tablesOf({ roles: policy(2, 100) }, { roles: policy(1, 50) }, { roles: {} });
    expect(roles).toMatchObject([
      {
        ...{ suite: 's', planner: 'p', role: 'policy', episodes: 3 },
        ...{ calls: 1, callsLow: null, promptTokens: 50, completionTokens: 3.33333 },
      },
    ]);
    expect(tablesOf({ roles: policy(2, 100) }, { roles: policy(1, null) }).roles[0]?.['promptTokens']).toBeNull();
  });

  it('gives a mean by role its interval, where several tasks are recorded', () => {
    const policy = (task: string, calls: number) => ({
      task,
      roles: { policy: { calls, promptTokens: 100, completionTokens: 5 } },
    });
    const tables = metricTables([policy('a', 1), policy('b', 3)].map((each) => episodeMetrics(each)));
    const { shown, rows } = tables.find(({ name }) => name === 'roles')!;
    expect(shown.lines[0]?.slice(3)).toEqual(['2.0 (1.0–3.0)', '100', '5']);
    expect(rows[0]).toMatchObject({ calls: 2, callsLow: 1, callsHigh: 3, promptTokensLow: 100 });
  });

  it('shows refused steps as counts and a share with its interval, and the most frequent reasons', () => {
    const failed = (task: string, failedSteps: number) => ({
      ...{ task, steps: 10, failedSteps, errors: { affordance: failedSteps, missing_step: 1 } },
      failures: { seen: failedSteps, held: 1, is_on: 1, is_open: 1 },
    });
    const tables = metricTables([failed('a', 2), failed('b', 4)].map((each) => episodeMetrics(each)));
    const { shown, rows } = tables.find(({ name }) => name === 'errors')!;
    expect(shown.lines[0]?.slice(2)).toEqual([
      '6/20 30.0 % (20–40)',
      'seen 6, held 2, 2 more',
      'affordance 6, missing step 2',
    ]);
    expect(rows[0]).toMatchObject({
      refused: 6,
      steps: 20,
      refusedShare: 0.3,
      failures: expect.stringContaining('is_open=2'),
    });
  });

  it('leaves out episodes that did not run to their end, and keeps suites and planners apart', () => {
    const { metrics } = tablesOf({ complete: false }, { planner: 'q' }, { suite: 't' });
    expect(metrics.map(({ suite, planner }) => `${suite} ${planner}`)).toEqual(['s q', 't p']);
  });
});

describe('named()', () => {
  it('writes counts for one cell', () => {
    expect(named({ free_hand: 1, seen: 2 })).toBe('free_hand=1 seen=2');
  });
});
