/**
 * Counts tokens as a model would, with a tokenizer that is loaded when first needed.
 *
 * @module
 */
import type { TokenizerName } from './models.ts';
import type { WireRequest } from './wire.ts';

export type TokenCounter = (text: string) => number;

/** Text that spells a special token, such as `<|endoftext|>`, counts as the text it is. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** The tokenizer takes quadratic time over a run without a break, so such text is counted in slices. */
const RUN_LENGTH_MAX = 1_000;
const LONG_RUN = new RegExp(`\\S{${RUN_LENGTH_MAX}}|\\s{${RUN_LENGTH_MAX}}`);

/** Around each message, and before the answer (OpenAI cookbook, "How to count tokens with tiktoken"). */
const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;

export async function tokenCounter(name: TokenizerName): Promise<TokenCounter> {
  const { countTokens } = await load(name);
  return (text) => {
    if (!LONG_RUN.test(text)) return countTokens(text, AS_TEXT);
    let tokens = 0;
    for (let start = 0; start < text.length; start += RUN_LENGTH_MAX) {
      tokens += countTokens(text.slice(start, start + RUN_LENGTH_MAX), AS_TEXT);
    }
    return tokens;
  };
}

/** Tokens of a request by a measure of its strings; with bytes as the measure, an upper bound. */
export function promptTokens(request: WireRequest, measure: TokenCounter): number {
  if (request.url === '/v1/embeddings') return request.body.input.reduce((sum, text) => sum + measure(text), 0);
  return request.body.messages.reduce(
    (sum, { role, content }) => sum + TOKENS_PER_MESSAGE + measure(role) + measure(content),
    TOKENS_BEFORE_ANSWER,
  );
}

function load(name: TokenizerName) {
  switch (name) {
    case 'cl100k_base':
      return import('gpt-tokenizer/encoding/cl100k_base');
    case 'o200k_base':
      return import('gpt-tokenizer/encoding/o200k_base');
    case 'p50k_base':
      return import('gpt-tokenizer/encoding/p50k_base');
  }
}
