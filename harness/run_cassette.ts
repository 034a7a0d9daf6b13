/**
 * The tape of a run, opened as the run's settings say.
 *
 * @module
 */
import { type Cassette, openCassette } from '../cassettes/cassette.ts';
import type { LiveModel } from './live_client.ts';
import type { RunSettings } from './run_episodes.ts';
import type { RunPlan } from './run_plan.ts';
import { inCassette } from './tape_layers.ts';

export const EMBEDDING_MODEL = 'text-embedding-3-small';

/** Rejects with a `TapeError` where the tape cannot be used. `live` is who is asked when recording. */
export function runCassette(
  { suite, model }: Pick<RunPlan, 'suite' | 'model'>,
  settings: RunSettings,
  live?: LiveModel,
): Promise<Cassette> {
  return openCassette({
    ...inCassette(settings.tapes),
    suite: suite.name,
    model,
    mode: settings.mode,
    embeddingModel: settings.embeddingModel ?? EMBEDDING_MODEL,
    ...live,
  });
}
