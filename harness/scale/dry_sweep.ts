/**
 * What a sweep would ask for at least, by replaying it as far as the tapes go; nobody is asked.
 *
 * @module
 */
import type { Terminal } from '../cli/terminal/terminal.ts';
import { executeRun } from '../run/execute_run.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../run/plan/run_request.ts';
import type { MissRecord } from '../run/threads/play_episode.ts';
import type { EpisodeDone } from '../run/threads/run_episodes.ts';
import type { Sweep } from './engine/sweep_file.ts';
import { requestsOf } from './sweep_plan.ts';

export type DrySweep = {
  readonly cells: number;
  readonly episodes: number;
  readonly misses: readonly MissRecord[];
};

export async function drySweep(
  sweep: Sweep,
  settings: Pick<RunSettings, 'tapes' | 'jobs' | 'fastDownward'>,
  options: { readonly signal: AbortSignal; readonly terminal: Terminal; readonly allowCode: boolean },
): Promise<DrySweep> {
  const cells = new Set<string>();
  let episodes = 0;
  const misses: MissRecord[] = [];
  for (const { model, embeddingModel = EMBEDDING_MODEL } of sweep.models) {
    for (const request of sweep.suites.flatMap((swept) => requestsOf(swept, options.allowCode))) {
      const asked = { ...settings, mode: 'replay', embeddingModel } as const;
      const onDone = ({ trace: { header }, miss }: EpisodeDone) => {
        episodes += 1;
        cells.add(JSON.stringify([header.suite, header.scene, header.task, header.trial, header.model]));
        if (miss !== null) misses.push(miss);
      };
      await executeRun({ ...request, model }, asked, { ...options, messages: options.terminal, onDone });
    }
  }
  return { cells: cells.size, episodes, misses };
}
