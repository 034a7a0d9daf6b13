import { expect, test } from 'vitest';
import { chatRequest, embeddingsRequest } from './wire.ts';
import { parseWireReply } from './wire_reply.ts';

const CHAT = chatRequest('gpt-4', [{ role: 'user', content: 'Toast' }], { purpose: 'x', temperature: 0 });
const EMBED = embeddingsRequest('e', ['a', 'b']);
const CHOICE = { index: 0, message: { role: 'assistant', content: 'find(bread)' }, finish_reason: 'length' };

test('parseWireReply() keeps what the model said and reported', () => {
  const body = {
    model: 'gpt-4-0613',
    choices: [CHOICE],
    usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
  };
  expect(parseWireReply(CHAT, body, 12.5)).toEqual({
    ok: true,
    reply: {
      text: 'find(bread)',
      finishReason: 'length',
      usage: { promptTokens: 9, completionTokens: 4 },
      latencyMs: 12.5,
      model: 'gpt-4-0613',
    },
  });
});

test('parseWireReply() says unknown and null where a server is silent', () => {
  const body = { choices: [{ message: { content: '' } }] };
  expect(parseWireReply(CHAT, body, null)).toEqual({
    ok: true,
    reply: { text: '', finishReason: 'unknown', usage: null, latencyMs: null, model: 'gpt-4' },
  });
});

test.each<[string, unknown]>([
  ['null', null],
  ['a string', 'hello'],
  ['no choices', { choices: [] }],
  ['a choice without text', { choices: [{ message: { content: null } }] }],
  ['text of another type', { choices: [{ message: { content: ['a'] } }] }],
  ['an error in place of an answer', { error: { message: 'overloaded' } }],
  ['a prototype in place of a field', JSON.parse('{"__proto__": {"choices": [{"message": {"content": "a"}}]}}')],
])('parseWireReply() refuses %s', (_, body) => {
  expect(parseWireReply(CHAT, body, null)).toMatchObject({ ok: false, reason: expect.any(String) });
});

test.each<[string, unknown]>([
  ['too few vectors', [{ index: 0, embedding: [1] }]],
  [
    'one vector twice',
    [
      { index: 0, embedding: [1] },
      { index: 0, embedding: [2] },
    ],
  ],
  [
    'base64',
    [
      { index: 0, embedding: 'AAAA' },
      { index: 1, embedding: 'AAAA' },
    ],
  ],
])('parseWireReply() refuses %s', (_, data) => {
  expect(parseWireReply(EMBED, { data }, null)).toMatchObject({ ok: false });
});

test('parseWireReply() says where a body goes wrong', () => {
  const body = { choices: [{ message: { content: 7 } }] };
  expect(parseWireReply(CHAT, body, null)).toMatchObject({
    reason: expect.stringContaining('"choices.0.message.content"'),
  });
});
