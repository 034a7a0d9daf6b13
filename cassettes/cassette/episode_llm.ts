import { addressId } from '../format/address.ts';
import type { ModelEntry, Source } from '../format/entry.ts';
import type { Llm, Usage } from '../llm.ts';
import { modelFacts } from '../tokens/models.ts';
import { tokenCounter } from '../tokens/token_count.ts';
import { type AnswerFlaw, answerFlaw } from '../wire/answer_flaw.ts';
import { chatRequest, embeddingsRequest, type WireRequest } from '../wire/wire.ts';
import type { RecordedChatReply, RecordedEmbeddingsReply } from '../wire/wire_reply.ts';
import { episodeCalls } from './episode_calls.ts';
import type { Answer } from './replay.ts';

export type AnsweredCall = {
  readonly purpose: string;
  readonly url: WireRequest['url'];
  readonly key: string;
  readonly occurrence: number;
  readonly source: Source;
  readonly model: string;
  /** `unknown` where not reported. */
  readonly finishReason: string;
  readonly flaw: AnswerFlaw | null;
  readonly usage: Usage | null;
  /** Null where not measured. */
  readonly latencyMs: number | null;
  /** In UTF-16 code units; 0 for embeddings. */
  readonly textLength: number;
};

export type EpisodeOptions = {
  /** `scene/name`. */
  readonly task: string;
  readonly trial: number;
  readonly planner: string;
  readonly onCall?: (call: AnsweredCall) => void;
};

export type EpisodeLlm = EpisodeOptions & {
  readonly suite: string;
  readonly model: string;
  readonly embeddingModel: string;
  readonly answer: Answer;
};

export function episodeLlm(episode: EpisodeLlm): Llm {
  const { suite, model, embeddingModel, answer, task, trial, planner, onCall } = episode;
  const call = episodeCalls({ suite, task, trial, planner, answer });

  async function ask(request: WireRequest, purpose: string): Promise<ModelEntry> {
    const entry = await call(request, purpose).entry;
    onCall?.(answeredCall(entry, request.url, purpose));
    return entry;
  }

  return {
    async chat(messages, options) {
      const { reply, ...entry } = await ask(chatRequest(model, messages, options), options.purpose);
      if (!isChat(reply)) throw new Error(`The recording at "${addressId(entry)}" is no chat reply`);
      return { text: reply.text, finishReason: reply.finishReason, usage: reply.usage };
    },
    async embed(texts, { purpose }) {
      // The API refuses an empty list.
      if (texts.length === 0) return [];
      const { reply, ...entry } = await ask(embeddingsRequest(embeddingModel, texts), purpose);
      if (isChat(reply)) throw new Error(`The recording at "${addressId(entry)}" holds no vectors`);
      return reply.vectors;
    },
    async countTokens(text) {
      return (await tokenCounter(modelFacts(model).tokenizer))(text);
    },
  };
}

function answeredCall(entry: ModelEntry, url: WireRequest['url'], purpose: string): AnsweredCall {
  const { key, occurrence, source, reply } = entry;
  const { model, usage, latencyMs } = reply;
  const finishReason = isChat(reply) ? reply.finishReason : 'unknown';
  const flaw = isChat(reply) ? answerFlaw(reply) : null;
  const textLength = isChat(reply) ? reply.text.length : 0;
  return { purpose, url, key, occurrence, source, model, finishReason, flaw, usage, latencyMs, textLength };
}

function isChat(reply: RecordedChatReply | RecordedEmbeddingsReply): reply is RecordedChatReply {
  return 'text' in reply;
}
