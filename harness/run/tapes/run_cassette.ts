import { type Cassette, openCassette } from '../../../cassettes/cassette/cassette.ts';
import { readCurrentManifest } from '../../../cassettes/format/manifest.ts';
import type { Llm } from '../../../cassettes/llm.ts';
import { SYMBOLIC } from '../../episode/live_worlds.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../plan/run_request.ts';
import { readSuite } from '../suites/suite.ts';
import type { LiveModel } from './live_client.ts';
import { inCassette, layersRead } from './tape_layers.ts';

/** `live` answers when recording. Rejects with a `TapeError` on an unusable tape. */
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

/** One per folder with some of the tasks, in folder order. Throws a `TapeError` on a damaged manifest. */
export function tapeDigests(
  { suite: { name: suite }, model: ofRun, list }: Pick<RunPlan, 'suite' | 'model' | 'list'>,
  folders: readonly string[],
): Record<string, string>[] {
  const headers = list.firstHeaders();
  const simulators = new Set(headers.map(({ env }) => env).filter((env) => env !== SYMBOLIC));
  const wanted = new Set(headers.map(({ scene, task }) => `${scene}/${task}`));
  const digestsIn = (tapesDir: string) =>
    [ofRun, ...simulators].flatMap((model) => {
      const { manifest } = readCurrentManifest({ tapesDir, suite, model });
      const tasks = Object.entries(manifest.tasks).filter(([task]) => wanted.has(task));
      const prefix = model === ofRun ? '' : `${model} `;
      return tasks.map(([task, { replies }]) => [`${prefix}${task}`, replies.sha256] as const);
    });
  return folders.map(digestsIn).flatMap((digests) => (digests.length === 0 ? [] : [Object.fromEntries(digests)]));
}

/** The answer does not depend on the planner. */
export type RecordedEpisode = {
  readonly suite: string;
  readonly scene: string;
  readonly task: string;
  readonly trial?: number;
  readonly planner?: string;
  /** Default: the suite's model. */
  readonly model?: string;
  /** Folders of tapes, lowest first; default: the shipped ones, then `results/tapes`. */
  readonly tapes?: readonly string[];
};

export type RecordedLlm = { readonly llm: Llm; close(): Promise<void> };

/**
 * Opens the tape of an episode. What the tape does not hold is refused with a `TapeMissError` that names the closest recording and the
 * first line that differs. Rejects with a `TapeError` on a damaged tape, with a `CommandFailure` on an unknown suite.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { recordedLlm } from 'tapedeck/llm';
 *
 * const { llm, close } = await recordedLlm({ suite: 'household', scene: 'house_1', task: 'use_computer' });
 * const asked = llm.chat([{ role: 'user', content: 'Where is the mug?' }], { purpose: 'ask', temperature: 0 });
 * await assert.rejects(asked, { name: 'TapeMissError', message: /closest recording/ });
 * await close();
 * ```
 */
export async function recordedLlm(episode: RecordedEpisode): Promise<RecordedLlm> {
  const { scene, task, trial = 1, planner = 'mine', tapes } = episode;
  const suite = readSuite(episode.suite);
  const layers = layersRead({ tapes: tapes === undefined ? undefined : [...tapes], shipped: false });
  const { model = suite.model } = episode;
  const cassette = await runCassette({ suite, model }, { mode: 'replay', tapes: layers, jobs: 1 });
  return {
    llm: cassette.episode({ task: `${scene}/${task}`, trial, planner }),
    async close() {
      await cassette.finish();
    },
  };
}
