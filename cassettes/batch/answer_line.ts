/** Lines of OpenAI's Batch API, of `vllm run-batch` or of hand-offs. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { fileLines } from '../disk/read_lines.ts';
import { excerpt } from '../wire/excerpt.ts';
import {
  chatContent,
  FILTERED_BODY,
  messageSchema,
  type RecordedChatReply,
  type RecordedReply,
} from '../wire/wire_reply.ts';

type Answer =
  | Readonly<{ kind: 'response'; customId: string; body: unknown }>
  | (Readonly<{ kind: 'handed_off'; customId: string }> &
      Pick<RecordedChatReply, 'text' | 'refusal'> &
      Readonly<{ finishReason: string | null; model: string | null }>)
  | Readonly<{ kind: 'failed'; customId: string; message: string }>
  | Readonly<{ kind: 'malformed'; customId: null; message: string }>;

export type AnswerLine = Answer & Readonly<{ path: string; line: number }>;

export type GivenAnswer = Extract<AnswerLine, { readonly kind: 'response' | 'handed_off' }>;

export async function* readAnswerLines(path: string): AsyncGenerator<AnswerLine> {
  for await (const { bytes, number } of fileLines(path)) {
    if (bytes.toString('latin1').trim() === '') continue;
    yield { path, line: number, ...parseAnswer(bytes) };
  }
}

const handOffSchema = z.object({
  custom_id: z.string(),
  content: z.string().nullable(),
  refusal: z.string().nullish(),
  finish_reason: z.string().nullish(),
  model: z.string().nullish(),
});
const batchSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.unknown(),
});

const filteredSchema = z.object({ error: z.object({ code: z.literal('content_filter') }) });

function parseAnswer(bytes: Buffer): Answer {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { kind: 'malformed', customId: null, message: 'it is not JSON in UTF-8' };
  }
  const handOff = handOffSchema.safeParse(json);
  if (handOff.success) {
    const { custom_id: customId, finish_reason: finishReason = null, model = null } = handOff.data;
    return { kind: 'handed_off', customId, ...chatContent(handOff.data), finishReason, model };
  }
  const batch = batchSchema.safeParse(json);
  if (!batch.success) return { kind: 'malformed', customId: null, message: EXPECTED };
  const { custom_id: customId, response, error } = batch.data;
  const failure = (message: string) => ({ kind: 'failed', customId, message }) as const;
  if (error !== null && error !== undefined) return failure(shorten(error));
  if (response === null || response === undefined) return failure('it has no response');
  const { status_code: status, body } = response;
  if (status === 200) return { kind: 'response', customId, body };
  const isFiltered = status === 400 && filteredSchema.safeParse(body).success;
  return isFiltered
    ? { kind: 'response', customId, body: FILTERED_BODY }
    : failure(`status ${status}: ${shorten(body)}`);
}

const EXPECTED = 'expected "custom_id" with "content" (a string or null), or with "response" and "error"';

function shorten(value: unknown) {
  return excerpt(JSON.stringify(value) ?? 'nothing', 300);
}

export function answerDigest(answer: GivenAnswer): string {
  return digest(answer.kind === 'handed_off' ? contentOf(answer) : contentOfBody(answer.body));
}

export function replyDigest(reply: RecordedReply): string {
  return digest('text' in reply ? contentOf(reply) : reply.vectors);
}

const contentSchema = z.union([
  z.object({ choices: z.tuple([z.object({ message: messageSchema })], z.unknown()) }),
  z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) }),
]);

function contentOfBody(body: unknown): unknown {
  const parsed = contentSchema.safeParse(body);
  if (!parsed.success) return body;
  if ('data' in parsed.data) return parsed.data.data.map(({ embedding }) => embedding);
  return contentOf(chatContent(parsed.data.choices[0].message));
}

function contentOf({ text, refusal }: Pick<RecordedChatReply, 'text' | 'refusal'>): unknown {
  return refusal === undefined ? text : { text, refusal };
}

function digest(content: unknown) {
  return hash('sha256', JSON.stringify(content) ?? '', 'hex');
}
