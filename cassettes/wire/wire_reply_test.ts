import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatRequest, embeddingsRequest } from './wire.ts';
import { answerFlaw, parseWireReply, recordedReplySchema } from './wire_reply.ts';

const CHAT = chatRequest('gpt-4', [{ role: 'user', content: 'Toast' }], { purpose: 'x', temperature: 0 });
const EMBED = embeddingsRequest('e', ['a', 'b']);
const CHOICE = { index: 0, message: { role: 'assistant', content: 'find(bread)' }, finish_reason: 'length' };

test('parseWireReply() keeps what the model said and reported, and says unknown and null where a server is silent', () => {
  const counted = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
  const usage = { promptTokens: 9, completionTokens: 4 };
  expect(parseWireReply(CHAT, { model: 'gpt-4-0613', choices: [CHOICE], usage: counted }, 12.5)).toEqual({
    ok: true,
    reply: { text: 'find(bread)', finishReason: 'length', usage, latencyMs: 12.5, model: 'gpt-4-0613' },
  });
  expect(parseWireReply(CHAT, { choices: [{ message: { content: '' } }] }, null)).toEqual({
    ok: true,
    reply: { text: '', finishReason: 'unknown', usage: null, latencyMs: null, model: 'gpt-4' },
  });
});

test.each<[string, object, string, object]>([
  ['a refusal', { content: null, refusal: 'Not with knives.' }, 'stop', { text: '', refusal: 'Not with knives.' }],
  ['text and no refusal', { content: 'a', refusal: null }, 'stop', { text: 'a' }],
  ['a refusal that says nothing', { content: 'a', refusal: '' }, 'stop', { text: 'a' }],
  ['a filtered answer', { content: null }, 'content_filter', { text: '' }],
  ['half of a filtered answer', { content: 'find(' }, 'content_filter', { text: 'find(' }],
  ['an answer that was cut', { content: 'find(' }, 'length', { text: 'find(' }],
  ['an answer with no room for text', { content: '' }, 'length', { text: '' }],
  ['a message without content', { role: 'assistant' }, 'tool_calls', { text: '' }],
])('parseWireReply() takes %s for an answer', (_, message, finishReason, said) => {
  expect(parseWireReply(CHAT, { choices: [{ message, finish_reason: finishReason }] }, null)).toEqual({
    ok: true,
    reply: { ...said, finishReason, usage: null, latencyMs: null, model: 'gpt-4' },
  });
});

test('parseWireReply() reads any JSON, and gives what a tape can keep', () => {
  const content = fc.option(fc.string({ unit: 'grapheme' }));
  const fields = { content, refusal: fc.option(fc.string()), tool_calls: fc.array(fc.jsonValue()) };
  const message = fc.record(fields, { requiredKeys: [] });
  const finish_reason = fc.option(fc.constantFrom('stop', 'length', 'content_filter', ''));
  const answers = fc.record({ choices: fc.array(fc.record({ message, finish_reason }), { minLength: 1 }) });
  fc.assert(
    fc.property(fc.oneof(answers, fc.jsonValue()), (body) => {
      const result = parseWireReply(CHAT, body, null);
      if (!result.ok) expect({ body }).not.toHaveProperty('body.choices.0.message');
      else expect(recordedReplySchema.parse(JSON.parse(JSON.stringify(result.reply)))).toEqual(result.reply);
    }),
  );
});

test.each<[string, object]>([
  ['an empty model', { model: '' }],
  ['no model', { model: null }],
  ['a model of another type', { model: 4 }],
  ['a finish reason of another type', { choices: [{ ...CHOICE, finish_reason: { type: 'stop' } }] }],
  ['token counts that are none', { usage: { prompt_tokens: 1e308, completion_tokens: -1 } }],
])('parseWireReply() takes an answer with %s', (_, odd) => {
  const result = parseWireReply(CHAT, { choices: [CHOICE], ...odd }, null);
  expect(result).toMatchObject({ ok: true, reply: { text: 'find(bread)', usage: null, model: 'gpt-4' } });
});

test('parseWireReply() gives vectors in the order of the texts, and numbers as a tape gives them back', () => {
  const shuffled = [1, 0].map((index) => ({ index, embedding: [index] }));
  expect(parseWireReply(EMBED, { data: shuffled, usage: { prompt_tokens: 4 } }, null)).toMatchObject({
    reply: { vectors: [[0], [1]], usage: { promptTokens: 4, completionTokens: 0 } },
  });
  const vectors = [JSON.parse('[-0, 1e-400, 5e-324]'), [0.1, -1e308, 2 ** 53]];
  const data = vectors.map((embedding, index) => ({ index, embedding }));
  const result = parseWireReply(EMBED, { data }, null);
  expect(result).toMatchObject({ ok: true });
  expect(result).toEqual(JSON.parse(JSON.stringify(result)));
});

test.each<[string, unknown, string]>([
  ['null', null, 'the body: '],
  ['a string', 'hello', 'the body: '],
  ['no choices', { choices: [] }, '"choices": '],
  ['a choice without a message', { choices: [{ finish_reason: 'stop' }] }, '"choices.0.message": '],
  ['content of another type', { choices: [{ message: { content: 7 } }] }, '"choices.0.message.content": '],
  ['a refusal of another type', { choices: [{ message: { refusal: 7 } }] }, '"choices.0.message.refusal": '],
  ['an error in place of an answer', { error: { message: 'overloaded' } }, '"choices": '],
  ['a prototype', JSON.parse('{"__proto__": {"choices": [{"message": {"content": "a"}}]}}'), '"choices": '],
])('parseWireReply() refuses %s, and says where it goes wrong', (_, body, place) => {
  expect(parseWireReply(CHAT, body, null)).toEqual({ ok: false, reason: expect.stringContaining(place) });
});

test.each<[string, readonly [index: number, embedding: unknown][]]>([
  ['too few vectors', [[0, [1]]]],
  ['one vector twice', [0, 0].map((index) => [index, [1]])],
  ['a number that no JSON holds', [JSON.parse('[0, [1e400]]'), [1, [1]]]],
  ['base64', [0, 1].map((index) => [index, 'AAAA'])],
])('parseWireReply() refuses %s', (_, rows) => {
  const data = rows.map(([index, embedding]) => ({ index, embedding }));
  expect(parseWireReply(EMBED, { data }, null)).toMatchObject({ ok: false });
});

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
