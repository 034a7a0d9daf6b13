/**
 * Plans a run, carries it out and gathers what came of it, in the order of the plan.
 *
 * @module
 */
import type { EpisodeThreads } from './episode_threads.ts';
import type { LiveModel } from './live_client.ts';
import { Progress } from './progress.ts';
import { type EpisodeDone, runEpisodes } from './run_episodes.ts';
import { collectRun, type RunResult } from './run_folder.ts';
import type { RunKeeper } from './run_keeper.ts';
import type { RunRequest } from './run_plan.ts';
import { plannedRun, type RunRecord } from './run_record.ts';
import type { RunSettings } from './run_settings.ts';
import { tapeDigests } from './tape_digests.ts';
import type { Terminal } from './terminal.ts';
import type { RunOutline } from './thread_messages.ts';
import { episodeId } from './trace/trace.ts';

/** With a `keeper`, the run is in its folder from the moment when it is planned, and to its end, even where this rejects. */
export async function executeRun(
  request: RunRequest,
  settings: RunSettings,
  options: {
    signal: AbortSignal;
    terminal: Terminal;
    model?: LiveModel;
    keeper?: RunKeeper;
    threads?: EpisodeThreads;
  },
): Promise<RunResult> {
  const { keeper } = options;
  const done: EpisodeDone[] = [];
  const kept: { planned?: RunRecord; progress?: Progress } = {};
  let plan: RunOutline;
  try {
    plan = await runEpisodes(request, settings, {
      signal: options.signal,
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.threads === undefined ? {} : { threads: options.threads }),
      onPlan(outline) {
        const planned = plannedRun(request, outline, settings);
        keeper?.begin(collectRun(planned, []));
        kept.planned = planned;
        kept.progress = new Progress(options.terminal, outline.numbers.length);
      },
      onDone(each) {
        done.push(each);
        kept.progress?.done(episodeId(each.trace.header), each.trace);
      },
    });
  } catch (error) {
    if (kept.planned !== undefined) keeper?.fail(collectRun(kept.planned, done));
    throw error;
  }
  const tapes = tapeDigests(plan, settings.tapes);
  const finished = done.length === plan.numbers.length && done.every(({ trace }) => trace.summary.end !== 'aborted');
  const result = collectRun({ ...plannedRun(request, plan, settings), tapes, finished }, done);
  keeper?.end(result);
  return result;
}
