import { expect, test } from 'vitest';
import { LlmCallError } from '../llm.ts';
import { findSecret, refuseSecrets } from './secrets.ts';
import { chatRequest, embeddingsRequest } from './wire.ts';

test.each([
  `sk-${'a1'.repeat(12)}`,
  `sk-proj-${'a1'.repeat(12)}`,
  `sk-ant-api03-${'a1'.repeat(12)}`,
  `AKIA${'A1'.repeat(8)}`,
  `AIza${'a'.repeat(35)}`,
  `ghp_${'a'.repeat(36)}`,
  `hf_${'a'.repeat(34)}`,
  `xoxb-${'1'.repeat(12)}`,
  `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c`,
  '-----BEGIN RSA PRIVATE KEY-----',
  `Authorization: Bearer ${'a'.repeat(24)}`,
  `"api_key": "${'a'.repeat(20)}"`,
  `API-KEY=${'a'.repeat(20)}`,
])('findSecret() finds %s, and does not repeat it', (secret) => {
  const found = findSecret(chat(`Make toast.\nUse ${secret} for it.`));
  expect(found).toMatch(/^line 2 of message 1 looks like it contains an? /);
  expect(found).not.toContain(secret.slice(-8));
});

test.each([
  'find(key_1); open(safe_2)  # the api key is not known',
  'The bearer of the mug walks to the desk-sk-1.',
  'sk-1 is a skillet',
  'task-sk-skillet',
  'put the access token in the bowl',
  '['.repeat(1_000),
  'eyJ'.repeat(1_000),
])('findSecret() passes %s', (text) => {
  expect(findSecret(chat(text))).toBeNull();
});

test('refuseSecrets() fails as a call does, and says why; findSecret() looks at every text', () => {
  const secret = `sk-${'a'.repeat(24)}`;
  expect(findSecret(embeddingsRequest('e', ['a', secret]))).toBe('line 1 of text 2 looks like it contains an API key');
  const message =
    'line 1 of message 1 looks like it contains an API key; the request is neither sent nor recorded, because tapes are shared';
  expect(() => refuseSecrets(chat(secret))).toThrow(new LlmCallError('refused_secret', message));
});

function chat(content: string) {
  return chatRequest('m', [{ role: 'user', content }], { purpose: 'x', temperature: 0 });
}
