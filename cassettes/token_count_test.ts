import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptTokens, tokenCounter } from './token_count.ts';
import { chatRequest, embeddingsRequest } from './wire.ts';

test('promptTokens() counts the example of the OpenAI cookbook', async () => {
  const count = await tokenCounter('cl100k_base');
  const messages = [{ role: 'user' as const, content: 'hello world' }];
  // 3 for the message, 1 for its role, 2 for its text, 3 before the answer.
  expect(promptTokens(chatRequest('gpt-4', messages, { purpose: 'x', temperature: 0 }), count)).toBe(9);
  expect(promptTokens(embeddingsRequest('e', ['hello world', 'hello']), count)).toBe(3);
});

test.each([
  ['cl100k_base', 4],
  ['o200k_base', 4],
  ['p50k_base', 4],
] as const)('tokenCounter() loads %s', async (name, tokens) => {
  expect((await tokenCounter(name))('find(bread)')).toBe(tokens);
});

test('tokenCounter() takes the name of a special token for text', async () => {
  const count = await tokenCounter('cl100k_base');
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
});

test('tokenCounter() never counts more tokens than bytes', async () => {
  const count = await tokenCounter('cl100k_base');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(count(text.toWellFormed())).toBeLessThanOrEqual(Buffer.byteLength(text.toWellFormed()));
    }),
  );
});

test.each(['a', ' ', '\n', 'é', '!'])('tokenCounter() gets through a long run of %j', async (character) => {
  const count = await tokenCounter('cl100k_base');
  expect(count(character.repeat(100_000))).toBeGreaterThan(500);
});
