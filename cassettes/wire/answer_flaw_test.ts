import { expect, test } from 'vitest';
import { answerFlaw } from './answer_flaw.ts';

test.each([
  [{ text: '', finishReason: 'stop', refusal: 'I cannot help with knives.' }, 'refused'],
  [{ text: '', finishReason: 'content_filter', refusal: 'I cannot' }, 'refused'],
  [{ text: 'find(', finishReason: 'content_filter' }, 'filtered'],
  [{ text: '', finishReason: 'length' }, 'cut'],
  [{ text: ' \n', finishReason: 'stop' }, 'empty'],
  [{ text: '', finishReason: 'tool_calls' }, 'empty'],
  [{ text: 'find(bread)', finishReason: 'stop' }, null],
  [{ text: 'find(bread)', finishReason: 'unknown' }, null],
] as const)('answerFlaw() of %j is %s', (answer, flaw) => {
  expect(answerFlaw(answer)).toBe(flaw);
});
