import { expect, test } from 'vitest';
import { keyMask } from './key_mask.ts';
import { maskedReply } from './masked_reply.ts';

const KEY = 'not-a-real-key-0123456789';
const MASK = keyMask(KEY);

test('maskedReply() takes the key out of everything that a server can put it into', () => {
  const counted = { usage: null, latencyMs: 5 };
  const reply = { text: `a ${KEY}`, refusal: `b ${KEY}`, finishReason: `c ${KEY}`, model: `d ${KEY}`, ...counted };
  const masked = { text: 'a [key]', refusal: 'b [key]', finishReason: 'c [key]', model: 'd [key]', ...counted };
  expect(maskedReply(reply, MASK)).toEqual(masked);
  const vectors = { vectors: [[1]], model: KEY, ...counted };
  expect(maskedReply(vectors, MASK)).toEqual({ ...vectors, model: '[key]' });
});

test('maskedReply() leaves a reply as it came, where there is no key in it', () => {
  const reply = { text: 'find(bread)', finishReason: 'stop', usage: null, latencyMs: 5, model: 'm' };
  expect(JSON.stringify(maskedReply(reply, MASK))).toBe(JSON.stringify(reply));
});
