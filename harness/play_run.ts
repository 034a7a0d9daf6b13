/**
 * Plans a run, plays it and gathers what came of it, in the order of the plan.
 *
 * @module
 */
import type { LiveModel } from './live_client.ts';
import { type EpisodeDone, type RunSettings, runEpisodes } from './run_episodes.ts';
import { collectRun, type RunResult } from './run_folder.ts';
import type { RunKeeper } from './run_keeper.ts';
import { planRun, type RunRequest } from './run_plan.ts';
import { plannedRun } from './run_record.ts';
import { tapeDigests } from './tape_digests.ts';
import type { Terminal } from './terminal.ts';
import { episodeId } from './trace.ts';

/** With a `keeper`, the run is in its folder from the moment when it is planned, and to its end, even where this rejects. */
export async function playRun(
  request: RunRequest,
  settings: RunSettings,
  options: { signal: AbortSignal; terminal: Terminal; model?: LiveModel; keeper?: RunKeeper },
): Promise<RunResult> {
  const { keeper } = options;
  const plan = await planRun(request);
  const planned = plannedRun(request, plan, settings);
  keeper?.begin(collectRun(planned, []));
  const done: EpisodeDone[] = [];
  try {
    await runEpisodes(request, plan, settings, {
      signal: options.signal,
      ...(options.model === undefined ? {} : { model: options.model }),
      onDone: (each) => {
        done.push(each);
        options.terminal.progress(`${done.length}/${plan.episodes.length} ${episodeId(each.trace.header)}`);
      },
    });
  } catch (error) {
    keeper?.fail(collectRun(planned, done));
    throw error;
  }
  const tapes = tapeDigests(plan, settings.tapes);
  const finished = done.length === plan.episodes.length && done.every(({ trace }) => trace.summary.end !== 'aborted');
  const result = collectRun({ ...planned, tapes, finished }, done);
  keeper?.end(result);
  return result;
}
