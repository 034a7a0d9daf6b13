import { z } from 'zod';
import { addressId, addressSchema, type ModelEntry } from '../format/entry.ts';
import type { Llm } from '../llm.ts';
import { modelFacts } from '../tokens/models.ts';
import { tokenCounter } from '../tokens/token_count.ts';
import { answerFlaw } from '../wire/answer_flaw.ts';
import { requestKey } from '../wire/key.ts';
import { chatRequest, embeddingsRequest, type WireRequest, wireRequestSchema } from '../wire/wire.ts';
import type { RecordedChatReply, RecordedReply } from '../wire/wire_reply.ts';
import type { Answer } from './replay.ts';

export type EpisodeOptions = {
  /** `scene/name`. */
  readonly task: string;
  readonly trial: number;
  /** For messages only; planners that send the same request share the answer. */
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
  const { model, embeddingModel, onCall } = episode;
  const call = episodeCalls(episode);

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

export type AnsweredCall = Readonly<ReturnType<typeof answeredCall>>;

/** `finishReason` is `unknown` where not reported, `latencyMs` null where not measured; `textLength` is 0 for embeddings. */
function answeredCall(entry: ModelEntry, url: WireRequest['url'], purpose: string) {
  const { key, occurrence, source, reply } = entry;
  const { model, usage, latencyMs } = reply;
  const finishReason = isChat(reply) ? reply.finishReason : 'unknown';
  const flaw = isChat(reply) ? answerFlaw(reply) : null;
  const textLength = isChat(reply) ? reply.text.length : 0;
  return { purpose, url, key, occurrence, source, model, finishReason, flaw, usage, latencyMs, textLength };
}

function isChat(reply: RecordedReply): reply is RecordedChatReply {
  return 'text' in reply;
}

export type EpisodeCalls = ReturnType<typeof episodeCalls>;

/**
 * Each call of the returned function is one model call. Throws on requests that no tape can hold.
 *
 * Counts how often the episode sends each request, from 1; the count is part of the address.
 */
export function episodeCalls({
  suite,
  task,
  trial,
  planner,
  answer,
}: Omit<EpisodeLlm, 'model' | 'embeddingModel' | 'onCall'>) {
  const episode = `${suite}/${task}/${planner}/${trial}`;
  const sent = new Map<string, number>();
  return (request: WireRequest, purpose: string) => {
    refuseUnstorable({ task, trial, request }, episode);
    const key = requestKey(request);
    const occurrence = (sent.get(key) ?? 0) + 1;
    sent.set(key, occurrence);
    let isTakenBack = false;
    return {
      key,
      occurrence,
      entry: answer({ episode, address: { task, trial, key, occurrence }, request, purpose }),
      takeBack() {
        if (!isTakenBack && sent.get(key) === occurrence) sent.set(key, occurrence - 1);
        isTakenBack = true;
      },
    };
  };
}

const askSchema = z.object({ ...addressSchema.pick({ task: true, trial: true }).shape, request: wireRequestSchema });

/** The answer to such a request would be lost or make the tape unreadable. */
function refuseUnstorable(ask: z.input<typeof askSchema>, episode: string): void {
  const parsed = askSchema.safeParse(ask);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new Error(`Cannot ask in episode "${episode}": field "${issue?.path.join('.')}": ${issue?.message}`);
}
