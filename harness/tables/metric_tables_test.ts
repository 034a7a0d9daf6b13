import { expect, it } from 'vitest';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import { episodeMetrics } from '../trace/metrics/testing/episode_metrics.ts';
import { metricTables } from './metric_tables.ts';

function tablesOf(...episodes: Partial<EpisodeMetrics>[]) {
  const [metrics, errors, roles] = metricTables(
    episodes.map((each) => episodeMetrics({ suite: 's', planner: 'p', ...each })),
  );
  return { metrics: metrics!, errors: errors!, roles: roles! };
}

function trackingCells({ shown: { header, lines } }: ReturnType<typeof tablesOf>['metrics']) {
  return ['Tracking P', 'R', 'Covered'].map((heading) => lines[0]?.[header.indexOf(heading)]);
}

const policy = (task: string, calls: number, promptTokens: number | null = 100) => ({
  task,
  roles: { policy: { calls, promptTokens, completionTokens: 5 } },
});

it('metricTables() pools rates over all steps and calls of a planner, commentary aside', () => {
  const { rows } = tablesOf(
    { success: true, steps: 10, failedSteps: 1, repeatedFailures: 0 },
    { success: false, steps: 90, failedSteps: 39, repeatedFailures: 20 },
    { accepted: 6, discards: { malformed: 1, argument: 1, prose: 50 } },
  ).metrics;
  const rates = { executability: 0.6, repeatedFailureRate: 0.5, parseDiscardRate: 0.25 };
  expect(rows).toMatchObject([{ episodes: 3, successes: 2, failedSteps: 40, ...rates }]);
});

it('metricTables() shows n/a where there is nothing to count, never 100 %', () => {
  const tracking = { claims: 4, covered: 0, correct: 0, facts: 0, recalled: 0 };
  const { metrics } = tablesOf({ success: false, steps: 0, tracking });
  expect(metrics.rows[0]).toMatchObject({
    ...{ executability: null, repeatedFailureRate: null, parseDiscardRate: null },
    ...{ trackingPrecision: null, trackingRecall: null, trackingCoverage: 0 },
  });
  expect(trackingCells(metrics)).toEqual(['n/a', 'n/a', '0.0 %']);
  const beliefless = tablesOf({ tracking: null }).metrics;
  expect(beliefless.rows[0]).toMatchObject({ trackingClaims: null, trackingPrecision: null, trackingCoverage: null });
  expect(trackingCells(beliefless)).toEqual(['n/a', 'n/a', 'n/a']);
});

it('metricTables() counts calls and tokens by role, null where an episode has no count', () => {
  const { rows } = tablesOf(policy('a', 2), policy('a', 1, 50), { task: 'a', roles: {} }).roles;
  const pooled = { calls: 1, callsLow: null, promptTokens: 50, completionTokens: 3.33333 };
  expect(rows).toMatchObject([{ suite: 's', planner: 'p', role: 'policy', episodes: 3, ...pooled }]);
  expect(tablesOf(policy('a', 2), policy('a', 1, null)).roles.rows[0]).toMatchObject({ promptTokens: null });
});

it('metricTables() gives a mean by role its interval, where several tasks are recorded', () => {
  const { shown, rows } = tablesOf(policy('a', 1), policy('b', 3)).roles;
  expect(shown.lines[0]?.slice(3)).toEqual(['2.0 (1.0–3.0)', '100', '5']);
  expect(rows[0]).toMatchObject({ calls: 2, callsLow: 1, callsHigh: 3, promptTokensLow: 100 });
});

it('metricTables() adds up mistakes and refused steps, with a share, its interval and the most frequent reasons', () => {
  const failed = (task: string, failedSteps: number) => ({
    ...{ task, steps: 10, failedSteps, errors: { affordance: failedSteps, missing_step: 1 } },
    failures: { seen: failedSteps, held: 1, is_on: 1, is_open: 1 },
  });
  const { shown, rows } = tablesOf(failed('a', 2), failed('b', 4)).errors;
  expect(shown.lines[0]?.slice(2)).toEqual([
    ...['6/20 30.0 % (20–40)', 'seen 6, held 2, 2 more', 'affordance 6, missing step 2'],
  ]);
  const failures = 'held=2 is_on=2 is_open=2 seen=6';
  expect(rows).toMatchObject([{ refused: 6, steps: 20, refusedShare: 0.3, parse: 0, affordance: 6, failures }]);
});

it('metricTables() leaves out incomplete episodes, and separates suites and planners', () => {
  const { rows } = tablesOf({ complete: false }, { planner: 'q' }, { suite: 't' }).metrics;
  expect(rows.map(({ suite, planner }) => `${suite} ${planner}`)).toEqual(['s q', 't p']);
});
