import { z } from 'zod';
import { requestTexts, type WireRequest } from './wire.ts';

/** Empty on some older tapes. */
export const reportedModelSchema = z.string();

const recorded = {
  usage: z.strictObject({ promptTokens: z.int().nonnegative(), completionTokens: z.int().nonnegative() }).nullable(),
  latencyMs: z.number().nonnegative().nullable(),
  model: reportedModelSchema,
};

const chatReplySchema = z.strictObject({
  text: z.string(),
  refusal: z.string().min(1).exactOptional(),
  finishReason: z.string(),
  ...recorded,
});

const embeddingsReplySchema = z.strictObject({
  vectors: z.array(z.array(z.number()).readonly()).readonly(),
  ...recorded,
});

export const recordedReplySchema = z.union([chatReplySchema, embeddingsReplySchema]);

export type RecordedReply = z.infer<typeof recordedReplySchema>;
export type RecordedChatReply = z.infer<typeof chatReplySchema>;
export type RecordedEmbeddingsReply = z.infer<typeof embeddingsReplySchema>;

export const ANSWER_FLAWS = ['refused', 'filtered', 'cut', 'empty'] as const;

export type AnswerFlaw = (typeof ANSWER_FLAWS)[number];

type ChatAnswer = Pick<RecordedChatReply, 'text' | 'finishReason' | 'refusal'>;

export function answerFlaw({ text, finishReason, refusal }: ChatAnswer): AnswerFlaw | null {
  if (refusal !== undefined) return 'refused';
  if (finishReason === 'content_filter') return 'filtered';
  if (finishReason === 'length') return 'cut';
  return text.trim() === '' ? 'empty' : null;
}

const wireUsageSchema = z
  .object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative().optional() })
  .nullish()
  .catch(null);

/** A wrong type does not justify refusing a paid answer. */
const wireTextSchema = z.string().nullish().catch(null);

export const messageSchema = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });

const chatBodySchema = z.object({
  model: wireTextSchema,
  choices: z.array(z.object({ message: messageSchema, finish_reason: wireTextSchema })).min(1),
  usage: wireUsageSchema,
});

const embeddingsBodySchema = z.object({
  model: wireTextSchema,
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })).min(1),
  usage: wireUsageSchema,
});

/** Stands for Azure's error 400, `content_filter`. */
export const FILTERED_BODY = { choices: [{ message: { content: null }, finish_reason: 'content_filter' }] };

export type WireReplyResult = Readonly<{ ok: true; reply: RecordedReply }> | Readonly<{ ok: false; reason: string }>;

export function parseWireReply(request: WireRequest, body: unknown, latencyMs: number | null): WireReplyResult {
  const schema = request.url === '/v1/chat/completions' ? chatBodySchema : embeddingsBodySchema;
  const parsed = schema.safeParse(body);
  if (!parsed.success) return { ok: false, reason: firstIssue(parsed.error) };
  const { model, usage } = parsed.data;
  const common = { usage: usageOf(usage), latencyMs, model: model || request.body.model };
  if ('choices' in parsed.data) {
    const { message, finish_reason } = parsed.data.choices[0]!;
    return storableReply({ ...chatContent(message), finishReason: finish_reason ?? 'unknown', ...common });
  }
  const rows = parsed.data.data.toSorted((a, b) => a.index - b.index);
  const texts = requestTexts(request).length;
  if (rows.length !== texts || rows.some((row, index) => row.index !== index)) {
    return { ok: false, reason: `it has ${rows.length} vectors for ${texts} texts` };
  }
  return storableReply({ vectors: rows.map(({ embedding }) => embedding), ...common });
}

export function storableReply(reply: RecordedReply): WireReplyResult {
  const schema = 'text' in reply ? chatReplySchema : embeddingsReplySchema;
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(reply)));
  return parsed.success ? { ok: true, reply: parsed.data } : { ok: false, reason: firstIssue(parsed.error) };
}

export function chatContent({ content, refusal }: z.infer<typeof messageSchema>) {
  return { text: content ?? '', ...(refusal ? { refusal } : {}) };
}

function usageOf(usage: z.infer<typeof wireUsageSchema>): RecordedReply['usage'] {
  if (usage === null || usage === undefined) return null;
  return { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens ?? 0 };
}

function firstIssue({ issues: [issue] }: z.ZodError) {
  const place = issue?.path.length === 0 ? 'the body' : `"${issue?.path.join('.')}"`;
  return `${place}: ${issue?.message}`;
}
