/**
 * The reply in a line that answers a request.
 *
 * @module
 */
import type { AnswerLine } from './answer_line.ts';
import { modelFacts } from './models.ts';
import { promptTokens, tokenCounter } from './token_count.ts';
import type { WireRequest } from './wire.ts';
import { parseWireReply, storableReply, type WireReplyResult } from './wire_reply.ts';

/** A hand-off reports neither tokens nor model: tokens are counted here, and the model is the one that was asked for. */
export async function answerReply(
  answer: Extract<AnswerLine, { readonly kind: 'response' | 'handed_off' }>,
  request: WireRequest,
): Promise<WireReplyResult> {
  if (answer.kind === 'response') return parseWireReply(request, answer.body, null);
  if (request.url === '/v1/embeddings') {
    return { ok: false, reason: 'a hand-off cannot answer a request for embeddings' };
  }
  const { model } = request.body;
  if (answer.model !== null && answer.model !== model) {
    return { ok: false, reason: `"${answer.model}" answered what "${model}" was asked` };
  }
  const count = await tokenCounter(modelFacts(model).tokenizer);
  const { text, refusal, finishReason } = answer;
  const usage = { promptTokens: promptTokens(request, count), completionTokens: count(text) + count(refusal ?? '') };
  const said = refusal === undefined ? { text } : { text, refusal };
  return storableReply({ ...said, finishReason: finishReason ?? 'unknown', usage, latencyMs: null, model });
}
