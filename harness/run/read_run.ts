/**
 * A run read back whole, for programs; `StoredRun` reads it piece by piece.
 *
 * @module
 */
import type { Trace } from '../trace/trace.ts';
import type { RunRecord } from './run_record.ts';
import { StoredRun } from './stored_run.ts';
import type { MissRecord } from './threads/play_episode.ts';

/** All that came of a run, in the order of its plan. */
export type RunResult = {
  readonly run: RunRecord;
  readonly traces: readonly Trace[];
  readonly misses: readonly MissRecord[];
  /** Episode → wall-clock milliseconds. */
  readonly wallMs: Readonly<Record<string, number>>;
};

/**
 * Reads a run back: its folder, or `SUITE` and `SUITE/latest` for the suite's latest. Throws, naming file and place, on one that is
 * damaged or no run at all.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readRun } from 'tapedeck';
 *
 * // after `tapedeck run robot --planner oracle --name mine`: readRun('robot/mine').traces
 * assert.throws(() => readRun('robot/never_made'), /make one with/);
 * ```
 */
export function readRun(name: string): RunResult {
  const stored = new StoredRun(name);
  return {
    run: stored.run,
    traces: [...stored.traces()],
    misses: [...stored.misses()],
    wallMs: Object.fromEntries(Array.from(stored.wallMs(), ({ episode, wallMs }) => [episode, wallMs])),
  };
}
