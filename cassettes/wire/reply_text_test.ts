import { expect, test } from 'vitest';
import { replyText } from './reply_text.ts';

const REST = { finishReason: 'stop', usage: null, latencyMs: null, model: 'm' };

test.each([
  [{ ...REST, text: 'find(bread)' }, 'find(bread)'],
  [{ ...REST, text: '', refusal: 'Not with knives.' }, '(refused: Not with knives.)'],
  [{ ...REST, text: 'find(', refusal: 'Not with knives.' }, 'find(\n(refused: Not with knives.)'],
  [{ vectors: [[1], [2]], usage: null, latencyMs: null, model: 'm' }, '2 vectors'],
])('replyText() of %j', (reply, text) => {
  expect(replyText(reply)).toBe(text);
});
