import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatRequest, embeddingsRequest, wireRequestSchema } from './wire.ts';

test('chatRequest() holds what changes the answer and nothing else', () => {
  const options = { purpose: 'attention', temperature: 0.2, maxTokens: 30 };
  expect(chatRequest('gpt-4-0613', [{ role: 'user', content: 'Toast' }], options)).toEqual({
    url: '/v1/chat/completions',
    body: { model: 'gpt-4-0613', messages: [{ role: 'user', content: 'Toast' }], temperature: 0.2, max_tokens: 30 },
  });
});

test('chatRequest() leaves out a limit that was not asked for, and whatever else a message carries', () => {
  const message = { role: 'user' as const, content: 'a\ud800b', apiKey: 'hidden' };
  const messages = [{ role: 'user', content: 'a\ufffdb' }]; // well-formed
  const { body } = chatRequest('m', [message], { purpose: 'x', temperature: 0 });
  expect(body).toStrictEqual({ model: 'm', messages, temperature: 0 });
});

test('embeddingsRequest() asks for numbers', () => {
  const body = { model: 'e', input: ['a', 'b'], encoding_format: 'float' };
  expect(embeddingsRequest('e', ['a', 'b'])).toEqual({ url: '/v1/embeddings', body });
});

test('requests survive JSON unchanged, whatever text they hold', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, fc.double({ min: 0, max: 2, noNaN: true }), (model, content, temperature) => {
      const request = chatRequest(model, [{ role: 'user', content }], { purpose: 'x', temperature });
      expect(wireRequestSchema.parse(JSON.parse(JSON.stringify(request)))).toEqual(JSON.parse(JSON.stringify(request)));
      expect(request.body.messages[0]?.content.isWellFormed()).toBe(true);
    }),
  );
});
