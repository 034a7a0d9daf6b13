/** The reply in a line that answers a request. */
import { modelFacts } from '../tokens/models.ts';
import { promptTokens, tokenCounter } from '../tokens/token_count.ts';
import type { WireRequest } from '../wire/wire.ts';
import { parseWireReply, storableReply, type WireReplyResult } from '../wire/wire_reply.ts';
import type { AnswerLine } from './answer_line.ts';

/**
 * A hand-off reports no tokens: they are counted here. It may name the exact model, such as `claude-x-y` where `claude` was asked; else the
 * model is the one that was asked for.
 */
export async function answerReply(
  answer: Extract<AnswerLine, { readonly kind: 'response' | 'handed_off' }>,
  request: WireRequest,
): Promise<WireReplyResult> {
  if (answer.kind === 'response') return parseWireReply(request, answer.body, null);
  if (request.url === '/v1/embeddings') {
    return { ok: false, reason: 'a hand-off cannot answer a request for embeddings' };
  }
  const { model } = request.body;
  // An empty name says nothing, as in `wire_reply.ts`.
  const answeredBy = answer.model || model;
  if (!isExactly(answeredBy, model)) return { ok: false, reason: `"${answeredBy}" answered what "${model}" was asked` };
  const count = await tokenCounter(modelFacts(model).tokenizer);
  const { text, refusal, finishReason } = answer;
  const usage = { promptTokens: promptTokens(request, count), completionTokens: count(text) + count(refusal ?? '') };
  const said = refusal === undefined ? { text } : { text, refusal };
  return storableReply({ ...said, finishReason: finishReason ?? 'unknown', usage, latencyMs: null, model: answeredBy });
}

/** Whether a name is the one that was asked for, or that name with a version or the like behind it. */
function isExactly(exact: string, asked: string): boolean {
  const rest = exact.toLowerCase().startsWith(asked.toLowerCase()) ? exact.slice(asked.length) : null;
  return rest === '' || (rest !== null && /^[^a-z0-9]/i.test(rest));
}
