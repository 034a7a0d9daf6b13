import { invalid } from '../io/errors/failure.ts';
import type { Messages } from '../io/screen.ts';
import { episodeId } from '../trace/trace.ts';
import type { RunRequest, RunSettings } from './plan/run_request.ts';
import { Progress } from './progress.ts';
import { newRunRecord, type RunRecord } from './run_record.ts';
import type { RunKeeper } from './run_writer.ts';
import type { RunResult } from './stored_run.ts';
import { tapeDigests } from './tapes/run_cassette.ts';
import { layersRead } from './tapes/tape_layers.ts';
import { type EpisodeDone, type RunOptions, runEpisodes } from './threads/run_episodes.ts';

export type ExecuteOptions = Pick<RunOptions, 'signal' | 'model' | 'onDone'> &
  Readonly<{ messages: Messages; keeper?: RunKeeper }>;

export async function executeRun(
  request: RunRequest,
  settings: RunSettings,
  { signal, model, onDone, messages, keeper }: ExecuteOptions,
): Promise<RunRecord> {
  let [played, aborted] = [0, 0];
  let progress: Progress | null = null;
  const ending = runEpisodes(request, settings, {
    signal,
    model,
    onStderr: (line, header) => messages.say(`${episodeId(header)}: ${line}`),
    onPlan(plan) {
      const { name, recorded } = plan.suite;
      if (recorded !== undefined) messages.say(`Suite "${name}": its field \`recorded\` is ignored; the tapes decide`);
      keeper?.begin(newRunRecord(request, settings, plan));
      progress = new Progress(messages, plan.numbers.length);
    },
    onPlayed: (trace) => progress?.done(episodeId(trace.header), trace),
    onDone(done) {
      keeper?.add(done);
      onDone(done);
      played += 1;
      if (done.trace.summary.end === 'aborted') aborted += 1;
    },
  });
  const plan = await ending.catch((error: unknown) => {
    keeper?.fail();
    throw error;
  });
  const record = {
    ...newRunRecord(request, settings, plan),
    tapes: tapeDigests(plan, settings.tapes),
    finished: played === plan.numbers.length && aborted === 0,
    episodesPlayed: played,
  };
  keeper?.end(record);
  return record;
}

export async function collectRun(
  request: RunRequest,
  settings: RunSettings,
  options: Omit<ExecuteOptions, 'onDone'>,
): Promise<RunResult> {
  const done: EpisodeDone[] = [];
  const run = await executeRun(request, settings, { ...options, onDone: (each) => done.push(each) });
  return {
    run,
    traces: done.map(({ trace }) => trace),
    misses: done.flatMap(({ miss }) => miss ?? []),
    wallMs: Object.fromEntries(done.map(({ trace, wallMs }) => [episodeId(trace.header), Math.round(wallMs)])),
  };
}

export type RunSuiteOptions = Omit<RunRequest, 'suite' | 'env' | 'shard' | 'searchAnew'> &
  Readonly<{
    /** Folders of tapes, lowest first; default: the shipped ones, then `results/tapes`. */
    tapes?: readonly string[];
    /** Parallel episodes, one thread each; default: 1. */
    jobs?: number;
    /** Working time before the end `timeout`; default: 1800. */
    episodeTimeoutS?: number;
    /** Path of Fast Downward, for planners with `solver=fast-downward`. */
    fastDownward?: string;
    signal?: AbortSignal;
  }>;

/**
 * Replays a suite, given by name or path, from tapes. Planners are named as on the command line: `llm_state+summary=false`, or the
 * path of a module. An answer that no tape has ends its episode as `tape_miss` and is listed in `misses`. Rejects with a `CommandFailure` on invalid input, with a `TapeError` on a damaged tape.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { runSuite } from 'tapedeck';
 *
 * const { traces, misses } = await runSuite('robot', { planners: ['llm_state'] });
 * assert.deepEqual(misses, []);
 * assert.ok(traces.every(({ summary }) => summary.success));
 * ```
 */
export async function runSuite(suite: string, options: RunSuiteOptions = {}): Promise<RunResult> {
  const { tapes, jobs = 1, episodeTimeoutS, fastDownward, signal, ...request } = options;
  if (!Number.isInteger(jobs) || jobs < 1)
    throw invalid(`\`jobs\` must be a whole number of at least 1, found ${jobs}`);
  return collectRun(
    { suite, ...request },
    { mode: 'replay', tapes: layersRead({ tapes, shipped: false }), jobs, episodeTimeoutS, fastDownward },
    { signal: signal ?? new AbortController().signal, messages: { say() {}, progress() {} } },
  );
}
