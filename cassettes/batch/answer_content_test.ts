import { expect, test } from 'vitest';
import { answerContent, replyContent } from './answer_content.ts';

const REST = { usage: null, latencyMs: null, model: 'm' };
const PLACE = { path: 'a.jsonl', line: 1, customId: 'a' };

test.each([
  [{ content: 'find(bread)' }, { text: 'find(bread)' }],
  [{ content: null }, { text: '' }],
  [{ content: '', refusal: null }, { text: '' }],
  [
    { content: null, refusal: 'No.' },
    { text: '', refusal: 'No.' },
  ],
])('answerContent() of %j is that of the reply on the tape', (message, said) => {
  const recorded = replyContent({ ...said, finishReason: 'stop', ...REST });
  expect(answerContent({ ...PLACE, kind: 'response', body: { choices: [{ message }] } })).toBe(recorded);
  const handedOff = { ...PLACE, kind: 'handed_off', ...said, finishReason: null, model: null } as const;
  expect(answerContent(handedOff)).toBe(recorded);
});

test('replyContent() tells a refusal from an empty answer, and from other words of refusal', () => {
  const refusals = [undefined, 'No.', 'Never.'].map((refusal) => {
    const said = refusal === undefined ? { text: '' } : { text: '', refusal };
    return replyContent({ ...said, finishReason: 'stop', ...REST });
  });
  expect(new Set(refusals).size).toBe(3);
});
