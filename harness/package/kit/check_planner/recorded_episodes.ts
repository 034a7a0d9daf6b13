/**
 * The episodes of a planner that its tapes hold, played one after the other.
 *
 * @module
 */
import { openCassette } from '../../../../cassettes/cassette/cassette.ts';
import type { Llm } from '../../../../cassettes/llm.ts';
import { knownLayeredTapes } from '../../../../cassettes/reading/known_tapes.ts';
import { type PlannedEpisode, plannedEpisodes, planRun } from '../../../run/plan/run_plan.ts';
import { EMBEDDING_MODEL } from '../../../run/plan/run_request.ts';
import { inCassette } from '../../../run/tapes/tape_layers.ts';
import { type PlayedEpisode, playEpisode } from '../../../run/threads/play_episode.ts';
import { episodeId } from '../../../trace/trace.ts';
import type { CheckOrder } from './check_messages.ts';
import type { LoadedPlanner } from './load_planner.ts';

export type RecordedEpisode = PlayedEpisode & {
  readonly planned: PlannedEpisode;
  /** Purpose → what the model said. */
  readonly replies: Readonly<Record<string, readonly string[]>>;
};

/**
 * Of all suites of the world, in their order; of those that a tape knows the task of. One in which the tape lacks an answer is played
 * as far as it goes. No more than `runs`.
 */
export async function* recordedEpisodes(
  under: LoadedPlanner,
  { planner: text, tapes, runs }: CheckOrder,
  onLine: (line: string | null) => void,
): AsyncGenerator<RecordedEpisode> {
  let played = 0;
  const layers = inCassette(tapes);
  for (const { suite, model } of knownLayeredTapes(layers).filter((tape) => under.suites.includes(tape.suite))) {
    const cassette = await openCassette({ ...layers, suite, model, mode: 'replay', embeddingModel: EMBEDDING_MODEL });
    try {
      const known = new Set(cassette.digest().tasks.map(({ task }) => task));
      for (const planned of plannedEpisodes(await planRun({ suite, model, planners: [text] }))) {
        const { scene, task, trial, planner } = planned.header;
        if (!known.has(`${scene}/${task}`)) continue;
        if (played === runs) return;
        played += 1;
        onLine(null);
        onLine(`plays ${episodeId(planned.header)}`);
        const replies: Record<string, string[]> = {};
        const result = await playEpisode(planned, {
          program: under.program,
          llm: (onCall) => kept(cassette.episode({ task: `${scene}/${task}`, trial, planner, onCall }), replies),
        });
        yield { ...result, planned, replies };
      }
    } finally {
      await cassette.finish();
    }
  }
}

/** Writes down what the model says. */
function kept(llm: Llm, replies: Record<string, string[]>): Llm {
  return {
    ...llm,
    async chat(messages, options) {
      const reply = await llm.chat(messages, options);
      replies[options.purpose] = [...(replies[options.purpose] ?? []), reply.text];
      return reply;
    },
  };
}
