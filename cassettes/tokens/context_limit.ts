import { LlmCallError } from '../llm.ts';
import type { WireRequest } from '../wire/wire.ts';
import { modelFacts } from './models.ts';
import { promptTokens, tokenCounter } from './token_count.ts';

/** Rejects with an `LlmCallError` in the words of the API. */
export async function checkContextLimit(request: WireRequest): Promise<void> {
  const { model } = request.body;
  const { contextTokens } = modelFacts(model);
  if (contextTokens === null) return;
  const limit = `This model's maximum context length is ${contextTokens} tokens`;
  if (request.url === '/v1/embeddings') {
    // The limit applies to each text.
    for (const text of request.body.input.filter((each) => Buffer.byteLength(each) > contextTokens)) {
      const tokens = (await tokenCounter(model))(text);
      if (tokens > contextTokens)
        throw tooLong(`${limit}, however you requested ${tokens} tokens. Please reduce your prompt.`);
    }
    return;
  }
  const answer = request.body.max_completion_tokens ?? request.body.max_tokens ?? 0;
  // A token has at least one byte.
  if (promptTokens(request, Buffer.byteLength) + answer <= contextTokens) return;
  const prompt = promptTokens(request, await tokenCounter(model));
  if (prompt + answer <= contextTokens) return;
  const excess =
    answer === 0
      ? `However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`
      : `However, you requested ${prompt + answer} tokens (${prompt} in the messages, ${answer} in the completion). Please reduce the length of the messages or completion.`;
  throw tooLong(`${limit}. ${excess}`);
}

function tooLong(message: string) {
  return new LlmCallError('context_length_exceeded', message);
}
