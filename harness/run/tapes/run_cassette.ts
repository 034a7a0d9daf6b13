import { type Cassette, openCassette } from '../../../cassettes/cassette/cassette.ts';
import { readCurrentManifest } from '../../../cassettes/format/manifest.ts';
import type { Llm } from '../../../cassettes/llm.ts';
import { SYMBOLIC } from '../../episode/live_worlds.ts';
import { given } from '../../io/own_value.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../plan/run_request.ts';
import { readSuite } from '../suites/suite.ts';
import type { LiveModel } from './live_client.ts';
import { inCassette, layersRead } from './tape_layers.ts';

export function runCassette(
  { suite, model }: Pick<RunPlan, 'suite' | 'model'>,
  { tapes, mode, explainsMisses, embeddingModel = EMBEDDING_MODEL }: RunSettings,
  live?: LiveModel,
): Promise<Cassette> {
  const choice = { suite: suite.name, model, mode, embeddingModel, ...given({ explainsMisses }) };
  return openCassette({ ...inCassette(tapes), ...choice, ...live });
}

/** Skips folders without any of the tasks. */
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

export type RecordedEpisode = Readonly<{
  suite: string;
  scene: string;
  task: string;
  trial?: number;
  planner?: string;
  /** Default: the suite's model. */
  model?: string;
  /** Folders of tapes, lowest first; default: the shipped ones, then `results/tapes`. */
  tapes?: readonly string[];
}>;

export type RecordedLlm = { readonly llm: Llm; close(): Promise<void> };

/**
 * Opens the tape of an episode. A request without a recording rejects with a `TapeMissError`, which names the closest recording and the
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
  const layers = layersRead({ tapes, shipped: false });
  const { model = suite.model } = episode;
  const cassette = await runCassette({ suite, model }, { mode: 'replay', tapes: layers, jobs: 1 });
  const llm = cassette.episode({ task: `${scene}/${task}`, trial, planner });
  return { llm, close: async () => void (await cassette.finish()) };
}
