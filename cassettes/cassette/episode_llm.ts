import { z } from 'zod';
import { addressId, addressSchema, type ModelEntry } from '../format/entry.ts';
import type { Llm } from '../llm.ts';
import { tokenCounter } from '../tokens/token_count.ts';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, embeddingsRequest, type WireRequest, wireRequestSchema } from '../wire/wire.ts';
import { answerFlaw, type RecordedChatReply, type RecordedReply } from '../wire/wire_reply.ts';
import type { Answer } from './replay.ts';

export type EpisodeOptions = Readonly<{
  task: string;
  trial: number;
  planner: string;
  onCall?: (call: AnsweredCall) => void;
}>;

type EpisodeLlm = EpisodeOptions & Readonly<{ suite: string; model: string; embeddingModel: string; answer: Answer }>;

export function episodeLlm(episode: EpisodeLlm): Llm {
  const { model, embeddingModel, onCall } = episode;
  const call = episodeCalls(episode);

  async function ask(request: WireRequest, purpose: string): Promise<ModelEntry> {
    const entry = await call(request, purpose).entry;
    onCall?.(describeCall(entry, request.url, purpose));
    return entry;
  }

  return {
    async chat(messages, options) {
      const { reply, ...entry } = await ask(chatRequest(model, messages, options), options.purpose);
      if (!isChat(reply)) throw new Error(`The recording at "${addressId(entry)}" is not a chat reply`);
      return { text: reply.text, finishReason: reply.finishReason, usage: reply.usage };
    },
    async embed(texts, { purpose }) {
      // The API rejects an empty list.
      if (texts.length === 0) return [];
      const { reply, ...entry } = await ask(embeddingsRequest(embeddingModel, texts), purpose);
      if (isChat(reply)) throw new Error(`The recording at "${addressId(entry)}" contains no vectors`);
      return reply.vectors;
    },
    async countTokens(text) {
      return (await tokenCounter(model))(text);
    },
  };
}

export type AnsweredCall = Readonly<ReturnType<typeof describeCall>>;

function describeCall({ key, occurrence, source, reply }: ModelEntry, url: WireRequest['url'], purpose: string) {
  const { model, usage, latencyMs } = reply;
  const chat = isChat(reply)
    ? { finishReason: reply.finishReason, flaw: answerFlaw(reply), textLength: reply.text.length }
    : { finishReason: 'unknown', flaw: null, textLength: 0 };
  return { purpose, url, key, occurrence, source, model, usage, latencyMs, ...chat };
}

function isChat(reply: RecordedReply): reply is RecordedChatReply {
  return 'text' in reply;
}

export type EpisodeCalls = ReturnType<typeof episodeCalls>;

export function episodeCalls(options: Omit<EpisodeLlm, 'model' | 'embeddingModel'>) {
  const { suite, task, trial, planner, answer } = options;
  const episode = `${suite}/${task}/${planner}/${trial}`;
  const occurrences = new Map<string, number>();
  return (request: WireRequest, purpose: string) => {
    refuseUnstorable({ task, trial, request }, episode);
    const key = requestKey(request);
    const occurrence = (occurrences.get(key) ?? 0) + 1;
    occurrences.set(key, occurrence);
    let isTakenBack = false;
    return {
      key,
      occurrence,
      entry: answer({ episode, address: { task, trial, key, occurrence }, request, purpose }),
      /** Only if no equal call followed. */
      takeBack() {
        if (!isTakenBack && occurrences.get(key) === occurrence) occurrences.set(key, occurrence - 1);
        isTakenBack = true;
      },
    };
  };
}

const askSchema = z.object({ ...addressSchema.pick({ task: true, trial: true }).shape, request: wireRequestSchema });

function refuseUnstorable(ask: z.input<typeof askSchema>, episode: string) {
  const parsed = askSchema.safeParse(ask);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new Error(`Cannot send a request in episode "${episode}": field "${issue?.path.join('.')}": ${issue?.message}`);
}
