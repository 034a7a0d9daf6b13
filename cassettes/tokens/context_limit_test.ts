import { expect, test } from 'vitest';
import { chatRequest, embeddingsRequest } from '../wire/wire.ts';
import { checkContextLimit } from './context_limit.ts';

const LONG = 'word '.repeat(8_000);

test('checkContextLimit() counts the answer that is asked for', async () => {
  await expect(checkContextLimit(ask('gpt-4-0613', LONG, 500))).rejects.toMatchObject({
    code: 'context_length_exceeded',
    message:
      "This model's maximum context length is 8192 tokens. However, you requested 8508 tokens (8008 in the messages, 500 in the completion). Please reduce the length of the messages or completion.",
  });
});

test('checkContextLimit() passes what fits to the token and nothing above, and all to a model that nobody knows', async () => {
  await expect(checkContextLimit(ask('my-model', 'word '.repeat(100_000)))).resolves.toBeUndefined();
  await expect(checkContextLimit(ask('gpt-4-0613', LONG))).resolves.toBeUndefined();
  // 8,008 in the messages, of 8,192.
  await expect(checkContextLimit(ask('gpt-4-0613', LONG, 184))).resolves.toBeUndefined();
  await expect(checkContextLimit(ask('gpt-4-0613', LONG, 185))).rejects.toThrow('you requested 8193 tokens');
  const words = (count: number) => [Array.from({ length: count }, () => 'word').join(' ')];
  const model = 'text-embedding-3-small';
  await expect(checkContextLimit(embeddingsRequest(model, words(8_191)))).resolves.toBeUndefined();
  await expect(checkContextLimit(embeddingsRequest(model, words(8_192)))).rejects.toThrow('requested 8192 tokens');
});

test('checkContextLimit() holds each text of an embedding to the limit', async () => {
  const model = 'text-embedding-3-small';
  await expect(checkContextLimit(embeddingsRequest(model, [LONG, LONG]))).resolves.toBeUndefined();
  await expect(checkContextLimit(embeddingsRequest(model, ['a', `${LONG}${LONG}`]))).rejects.toThrow(
    "This model's maximum context length is 8191 tokens, however you requested 1600",
  );
});

function ask(model: string, content: string, maxTokens?: number) {
  const options = { purpose: 'x', temperature: 0, ...(maxTokens === undefined ? {} : { maxTokens }) };
  return chatRequest(model, [{ role: 'user', content }], options);
}
