/**
 * What a sweep would ask for at least, by replaying it as far as the tapes go; nobody is asked.
 *
 * @module
 */
import type { MissRecord } from '../episode_threads/play_episode.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../run_plan/run_settings.ts';
import { executeRun } from '../runs/execute_run.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Trace } from '../trace/trace.ts';
import type { Sweep } from './engine/sweep_file.ts';
import { requestsOf } from './sweep_plan.ts';

export type DrySweep = { readonly traces: readonly Trace[]; readonly misses: readonly MissRecord[] };

export async function drySweep(
  sweep: Sweep,
  settings: Pick<RunSettings, 'tapes' | 'jobs' | 'fastDownward'>,
  options: { readonly signal: AbortSignal; readonly terminal: Terminal; readonly allowCode: boolean },
): Promise<DrySweep> {
  const traces: Trace[] = [];
  const misses: MissRecord[] = [];
  for (const { model, embeddingModel = EMBEDDING_MODEL } of sweep.models) {
    for (const request of sweep.suites.flatMap((swept) => requestsOf(swept, options.allowCode))) {
      const run = await executeRun({ ...request, model }, { ...settings, mode: 'replay', embeddingModel }, options);
      traces.push(...run.traces);
      misses.push(...run.misses);
    }
  }
  return { traces, misses };
}
