/**
 * A suite run as a library: the episodes are played, and what came of them is returned; nothing is written.
 *
 * @module
 */
import { CommandFailure } from '../io/errors/failure.ts';
import type { Messages } from '../io/messages.ts';
import { collectRun } from './execute_run.ts';
import type { RunRequest } from './plan/run_request.ts';
import type { RunResult } from './read_run.ts';
import { layersRead } from './tapes/tape_options.ts';

/** Which episodes to play, and how. Absent lists mean all that the suite has. */
export type RunSuiteOptions = Omit<RunRequest, 'suite' | 'env' | 'shard' | 'searchAnew'> & {
  /** Folders of tapes, lowest first; the shipped ones, then `results/tapes`, unless told otherwise. */
  readonly tapes?: readonly string[];
  /** Episodes at a time, each in a thread of its own; 1 unless told otherwise. */
  readonly jobs?: number;
  /** Seconds that an episode may work before it ends as `timeout`; 1800 unless told otherwise. */
  readonly episodeTimeoutS?: number;
  /** Path of an installed Fast Downward, for planners that are told to plan with it. */
  readonly fastDownward?: string;
  /** Ends what is under way; its episodes then end as `aborted`. */
  readonly signal?: AbortSignal;
};

const SILENT: Messages = { say: () => {}, progress: () => {} };

/**
 * Replays the episodes of a suite, which is named or given by its path, from tapes. A planner is named as on the command line:
 * `llm_state+summary=false`, or by the path of its module. An answer that no tape has ends its episode as `tape_miss` and stands in
 * `misses`.
 *
 * Rejects with a `CommandFailure`, whose message names the place and the remedy, on what cannot be run; with a `TapeError` on a
 * damaged tape.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { runSuite } from 'tapedeck';
 *
 * const { traces, misses } = await runSuite('household', {
 *   planners: ['llm_state', 'oracle'],
 *   scenes: ['house_1'],
 *   tasks: ['use_computer'],
 * });
 * assert.deepEqual(misses, []);
 * assert.deepEqual(traces.map(({ summary }) => summary.success), [true, true]);
 * ```
 */
export async function runSuite(suite: string, options: RunSuiteOptions = {}): Promise<RunResult> {
  const { tapes, jobs = 1, episodeTimeoutS, fastDownward, signal, ...request } = options;
  if (!Number.isInteger(jobs) || jobs < 1) {
    throw new CommandFailure(2, `\`jobs\` must be a whole number of at least 1, found ${jobs}`);
  }
  return collectRun(
    { suite, ...request },
    {
      mode: 'replay',
      tapes: layersRead({ tapes: tapes === undefined ? undefined : [...tapes], shipped: false }),
      jobs,
      ...(episodeTimeoutS === undefined ? {} : { episodeTimeoutS }),
      ...(fastDownward === undefined ? {} : { fastDownward }),
    },
    { signal: signal ?? new AbortController().signal, messages: SILENT },
  );
}
