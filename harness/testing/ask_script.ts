import type { Llm, Message } from '../../cassettes/llm.ts';
import { tokenCounter } from '../../cassettes/tokens/token_count.ts';
import type { PlannedEpisode } from '../run/plan/run_plan.ts';
import { type EpisodeClients, playEpisode } from '../run/threads/play_episode.ts';
import type { Trace } from '../trace/trace.ts';

/** Returns the reply to a question, given its purpose and the number of earlier questions with this purpose. */
export type Script = (purpose: string, askedBefore: number) => string;
export type AskedQuestion = Readonly<{ purpose: string; messages: readonly Message[]; actionsBefore: number }>;

export async function askScript(planned: PlannedEpisode, script: Script) {
  const asked: Omit<AskedQuestion, 'actionsBefore'>[] = [];
  const { model } = planned.header;
  if (model === null) throw new Error(`Planner "${planned.header.planner}" asks no model`);
  const llm: EpisodeClients['llm'] = (onCall): Llm => ({
    async chat(messages, { purpose }) {
      const text = script(purpose, asked.filter((each) => each.purpose === purpose).length);
      asked.push({ purpose, messages });
      onCall({
        ...{
          purpose,
          url: '/v1/chat/completions',
          key: '',
          occurrence: 1,
          source: 'live',
          model,
          finishReason: 'stop',
        },
        ...{ flaw: null, usage: null, latencyMs: null, textLength: text.length },
      });
      return { text, finishReason: 'stop', usage: null };
    },
    async embed() {
      throw new Error('The script has no embeddings');
    },
    countTokens: async (text) => (await tokenCounter(model))(text),
  });
  const { trace } = await playEpisode(planned, { llm });
  const before = actionsBeforeCalls(trace);
  return { trace, questions: asked.map((each, index) => ({ ...each, actionsBefore: before[index]! })) };
}

function actionsBeforeCalls({ events }: Trace): number[] {
  return events.flatMap(({ event }, index) =>
    event === 'call'
      ? [events.slice(0, index).filter((each) => each.event === 'step' || each.event === 'prologue').length]
      : [],
  );
}
