/**
 * Plans a run and carries it out.
 *
 * @module
 */
import type { Messages } from '../io/messages.ts';
import { episodeId } from '../trace/trace.ts';
import type { RunRequest } from './plan/run_request.ts';
import type { RunSettings } from './plan/run_settings.ts';
import { Progress } from './progress.ts';
import type { RunResult } from './read_run.ts';
import type { RunKeeper } from './run_keeper.ts';
import { plannedRun, type RunRecord } from './run_record.ts';
import type { LiveModel } from './tapes/live_client.ts';
import { tapeDigests } from './tapes/tape_digests.ts';
import { type DealtRun, type EpisodeDone, runEpisodes } from './threads/run_episodes.ts';

export type ExecuteOptions = {
  readonly signal: AbortSignal;
  readonly messages: Messages;
  readonly model?: LiveModel;
  /** Has the run in its folder from the moment when it is planned, and to its end, even where it cannot go on. */
  readonly keeper?: RunKeeper;
};

/** Tells `onDone` of each episode, in the order of the plan, and returns what was run; what was told is not kept. */
export async function executeRun(
  request: RunRequest,
  settings: RunSettings,
  { signal, messages, model, keeper, onDone }: ExecuteOptions & { readonly onDone: (done: EpisodeDone) => void },
): Promise<RunRecord> {
  let [played, aborted] = [0, 0];
  const begun: { run?: RunRecord; progress?: Progress } = {};
  let plan: DealtRun;
  try {
    plan = await runEpisodes(request, settings, {
      signal,
      ...(model === undefined ? {} : { model }),
      onSaid: (line, header) => messages.say(`${episodeId(header)}: ${line}`),
      onPlan(planned) {
        if (planned.suite.recorded !== undefined)
          messages.say(
            `Suite "${planned.suite.name}": its field \`recorded\` is ignored; the tapes say what is recorded`,
          );
        const run = plannedRun(request, planned, settings);
        keeper?.begin(run);
        begun.run = run;
        begun.progress = new Progress(messages, planned.numbers.length);
      },
      onPlayed: (trace) => begun.progress?.done(episodeId(trace.header), trace),
      onDone(done) {
        keeper?.add(done);
        onDone(done);
        played += 1;
        if (done.trace.summary.end === 'aborted') aborted += 1;
      },
    });
  } catch (error) {
    if (begun.run !== undefined) keeper?.fail({ ...begun.run, episodesPlayed: played });
    throw error;
  }
  const finished = played === plan.numbers.length && aborted === 0;
  const tapes = tapeDigests(plan, settings.tapes);
  const run = { ...plannedRun(request, plan, settings), tapes, finished, episodesPlayed: played };
  keeper?.end(run);
  return run;
}

/** The same with all that came of it in memory. */
export async function collectRun(
  request: RunRequest,
  settings: RunSettings,
  options: ExecuteOptions,
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
