/**
 * `tapedeck`: runs a suite on tapes, reads runs and traces, and computes metrics.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { metricsOf, pool, runSuite } from 'tapedeck';
 *
 * const { traces } = await runSuite('robot', { planners: ['llm_state'] });
 * const { successes } = pool(traces.map(metricsOf));
 * assert.equal(successes, traces.length);
 * ```
 */
export { CommandFailure, type ExitCode } from '../../io/errors/failure.ts';
export { type RunSuiteOptions, runSuite } from '../../run/execute_run.ts';
export { type RunResult, readRun } from '../../run/stored_run.ts';
export { type EpisodeMetrics, metricsOf, type Pooled, pool } from '../../trace/metrics/metrics.ts';
export { type EpisodeName, episodeId, readTrace, type Trace, writeTrace } from '../../trace/trace.ts';
export type { EpisodeEnd, TraceEvent, TraceHeader, TraceSummary } from '../../trace/trace_schema.ts';
