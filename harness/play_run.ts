/**
 * Plans a run, plays it and gathers what came of it, in the order of the plan.
 *
 * @module
 */
import type { LiveModel } from './live_client.ts';
import { type EpisodeDone, type RunSettings, runEpisodes } from './run_episodes.ts';
import { collectRun, type RunResult } from './run_folder.ts';
import { planRun, type RunRequest } from './run_plan.ts';
import type { Terminal } from './terminal.ts';
import { episodeId } from './trace.ts';

export async function playRun(
  request: RunRequest,
  settings: RunSettings,
  options: { signal: AbortSignal; terminal: Terminal; model?: LiveModel },
): Promise<RunResult> {
  const plan = await planRun(request);
  const done: EpisodeDone[] = [];
  await runEpisodes(request, plan, settings, {
    signal: options.signal,
    ...(options.model === undefined ? {} : { model: options.model }),
    onDone: (each) => {
      done.push(each);
      options.terminal.progress(`${done.length}/${plan.episodes.length} ${episodeId(each.trace.header)}`);
    },
  });
  const shard = request.shard === undefined ? null : `${request.shard.index}/${request.shard.count}`;
  return collectRun(
    {
      format: 1,
      suite: plan.suite.name,
      model: plan.model,
      env: request.env ?? 'symbolic',
      planners: [...plan.planners],
      shard,
      episodesTotal: plan.episodesTotal,
    },
    done,
  );
}
