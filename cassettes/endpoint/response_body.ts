/** Without the clock, so a tape always gives the same bytes. */
import type { Usage } from '../llm.ts';
import type { RecordedChatReply, RecordedEmbeddingsReply } from '../wire/wire_reply.ts';

export function completionBody(id: string, reply: RecordedChatReply): object {
  return {
    id,
    object: 'chat.completion',
    created: 0,
    model: reply.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: contentOf(reply), refusal: reply.refusal ?? null },
        logprobs: null,
        finish_reason: finishReasonOf(reply),
      },
    ],
    ...usageOf(reply.usage),
  };
}

export function* completionEvents(
  id: string,
  reply: RecordedChatReply,
  { includesUsage }: { includesUsage: boolean },
): Generator<string> {
  const common = { id, object: 'chat.completion.chunk', created: 0, model: reply.model };
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({ ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  yield chunk({ role: 'assistant', content: '' });
  for (const [content] of reply.text.matchAll(PIECES)) yield chunk({ content });
  if (reply.refusal !== undefined) yield chunk({ refusal: reply.refusal });
  yield chunk({}, finishReasonOf(reply));
  if (includesUsage) yield JSON.stringify({ ...common, choices: [], ...usageOf(reply.usage) });
  yield '[DONE]';
}

const PIECES = /.{1,200}/gsu;

export function embeddingsBody(reply: RecordedEmbeddingsReply, encoding: 'float' | 'base64'): object {
  const { vectors, model, usage } = reply;
  const written = (vector: readonly number[]) => (encoding === 'float' ? vector : base64Of(vector));
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: written(vector) })),
    model,
    usage: { prompt_tokens: usage?.promptTokens ?? 0, total_tokens: usage?.promptTokens ?? 0 },
  };
}

/** Little-endian 32-bit floats, as in the API. */
function base64Of(vector: readonly number[]) {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [index, number] of vector.entries()) bytes.writeFloatLE(number, 4 * index);
  return bytes.toString('base64');
}

function contentOf({ text, refusal }: RecordedChatReply) {
  return text === '' && refusal !== undefined ? null : text;
}

function finishReasonOf({ finishReason }: RecordedChatReply) {
  return finishReason === 'unknown' ? 'stop' : finishReason;
}

function usageOf(usage: Usage | null) {
  if (usage === null) return {};
  const { promptTokens: prompt_tokens, completionTokens: completion_tokens } = usage;
  return { usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } };
}
