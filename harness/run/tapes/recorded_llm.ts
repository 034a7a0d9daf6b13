/**
 * A model whose answers lie on tapes, for whoever plays an episode by himself.
 *
 * @module
 */
import { openCassette } from '../../../cassettes/cassette/cassette.ts';
import type { Llm } from '../../../cassettes/llm.ts';
import { EMBEDDING_MODEL } from '../plan/run_settings.ts';
import { readSuite } from '../suites/suite.ts';
import { inCassette } from './tape_layers.ts';
import { layersRead } from './tape_options.ts';

/** Which episode is played. Planners that send the same request in the same task and trial get the same answer. */
export type RecordedEpisode = {
  /** By name, or by path. */
  readonly suite: string;
  readonly scene: string;
  readonly task: string;
  /** From 1, which it is unless told otherwise. */
  readonly trial?: number;
  /** For messages. */
  readonly planner?: string;
  /** Whose tape is asked; the suite's model unless told otherwise. */
  readonly model?: string;
  /** Folders of tapes, lowest first; the shipped ones, then `results/tapes`, unless told otherwise. */
  readonly tapes?: readonly string[];
};

/** The model, and what lets go of its tape when the episode is over. */
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
  const cassette = await openCassette({
    ...inCassette(layersRead({ tapes: tapes === undefined ? undefined : [...tapes], shipped: false })),
    suite: suite.name,
    model: episode.model ?? suite.model,
    mode: 'replay',
    embeddingModel: EMBEDDING_MODEL,
  });
  return {
    llm: cassette.episode({ task: `${scene}/${task}`, trial, planner }),
    async close() {
      await cassette.finish();
    },
  };
}
