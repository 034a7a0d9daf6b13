/**
 * The tape of a run, opened as the run's settings say.
 *
 * @module
 */
import { type Cassette, openCassette } from '../../../cassettes/cassette/cassette.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../plan/run_settings.ts';
import type { LiveModel } from './live_client.ts';
import { inCassette } from './tape_layers.ts';

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
    ...(settings.explainsMisses === undefined ? {} : { explainsMisses: settings.explainsMisses }),
    embeddingModel: settings.embeddingModel ?? EMBEDDING_MODEL,
    ...live,
  });
}
