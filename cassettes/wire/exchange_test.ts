import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { replyText, requestKey } from './exchange.ts';
import { chatRequest, type WireRequest } from './wire.ts';

const REQUEST = chatRequest('gpt-4-0613', [{ role: 'user', content: 'Toast' }], { purpose: 'x', temperature: 0 });

test('requestKey() stays what it is', () => {
  expect(requestKey(REQUEST)).toBe('6f519b317a60dd561c9759977cd16e79eb489cf0dbc5cb2fec0d2b8005452795');
});

test('requestKey() depends neither on the order of fields nor on the purpose', () => {
  const { url, body } = REQUEST;
  const shuffled = { body: { temperature: body.temperature, messages: body.messages, model: body.model }, url };
  const other = chatRequest('gpt-4-0613', body.messages, { purpose: 'y', temperature: 0 });
  for (const same of [shuffled, other]) expect(requestKey(same)).toBe(requestKey(REQUEST));
});

test('requestKey() changes with every part of the request', () => {
  const message = { role: 'user' as const, content: 'Toast' };
  const options = { purpose: 'x', temperature: 0 };
  const others: WireRequest[] = [
    chatRequest('gpt-4', [message], options),
    chatRequest('gpt-4-0613', [{ ...message, content: 'toast' }], options),
    chatRequest('gpt-4-0613', [{ ...message, role: 'system' }], options),
    chatRequest('gpt-4-0613', [message, message], options),
    chatRequest('gpt-4-0613', [message], { ...options, temperature: 0.1 }),
    chatRequest('gpt-4-0613', [message], { ...options, maxTokens: 1 }),
  ];
  expect(new Set([REQUEST, ...others].map(requestKey)).size).toBe(others.length + 1);
});

/** RFC 8785, sections 3.2.2 and 3.2.3, and appendix B. */
test.each<[unknown, string]>([
  [
    JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  ],
  [
    JSON.parse(
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    ),
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  [
    [-0, 5e-324, 9007199254740992, 1e21, 999999999999999900000],
    '[0,5e-324,9007199254740992,1e+21,999999999999999900000]',
  ],
])('canonicalize() follows RFC 8785 in %j', (value, expected) => {
  expect(canonicalize(value)).toBe(expected);
});

const REST = { finishReason: 'stop', usage: null, latencyMs: null, model: 'm' };

test.each([
  [{ ...REST, text: 'find(bread)' }, 'find(bread)'],
  [{ ...REST, text: '', refusal: 'Not with knives.' }, '(refused: Not with knives.)'],
  [{ ...REST, text: 'find(', refusal: 'Not with knives.' }, 'find(\n(refused: Not with knives.)'],
  [{ vectors: [[1], [2]], usage: null, latencyMs: null, model: 'm' }, '2 vectors'],
])('replyText() of %j', (reply, text) => {
  expect(replyText(reply)).toBe(text);
});
