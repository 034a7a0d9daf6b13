import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as p50k from 'gpt-tokenizer/encoding/p50k_base';
import { expect, test, vi } from 'vitest';
import { chatRequest, embeddingsRequest } from '../wire/wire.ts';
import { checkContextLimit, countBytePairs, modelFacts, promptTokens, tokenCounter } from './token_count.ts';

test('promptTokens() counts the example of the OpenAI cookbook', async () => {
  const count = await tokenCounter('gpt-4');
  const messages = [{ role: 'user' as const, content: 'hello world' }];
  // 3 for the message, 1 for its role, 2 for its text, 3 before the answer.
  expect(promptTokens(chatRequest('gpt-4', messages, { purpose: 'x', temperature: 0 }), count)).toBe(9);
  expect(promptTokens(embeddingsRequest('e', ['hello world', 'hello']), count)).toBe(3);
});

test('tokenCounter() builds its table once, however often it is asked for, and takes the name of a special token for text', async () => {
  const count = await tokenCounter('gpt-4');
  expect(await tokenCounter('gpt-4')).toBe(count);
  expect(await tokenCounter('gpt-4o')).not.toBe(count);
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
});

/** What tokenizers treat apart: letters of both cases and none, marks, digits, contractions, blanks, halves of characters. */
const PARTS = [...'aBé你👍\u03011/! \u00a0\t\r\n\ud800', '23', "'s", 'the'];
const run = fc.tuple(fc.constantFrom(...PARTS), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })));
const runs = fc.array(run, { maxLength: 12 }).map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''));
const text = fc.oneof(runs, fc.string({ unit: 'binary', maxLength: 60 }));

test.each([
  ['gpt-4', cl100k.countTokens],
  ['gpt-4o', o200k.countTokens],
  ['text-davinci-003', p50k.countTokens],
] as const)('tokenCounter() counts as the package does for %s', async (model, countTokens) => {
  const count = await tokenCounter(model);
  const disallowedSpecial = new Set<string>();
  const known = text.filter((each) => !each.includes('\ufeff')); // the package drops byte order marks
  const isSame = (each: string) => void expect(count(each)).toBe(countTokens(each, { disallowedSpecial }));
  fc.assert(fc.property(known, isSame), { numRuns: 2000 });
  const long = fc.tuple(known, known).map(([first, second]) => `${`${first}, `.repeat(1_024 / 2)}${second}`);
  fc.assert(fc.property(long, isSame), { numRuns: 100 });
});

const RANKS = new Map(['a', 'b', 'c', 'ab', 'bc', 'abc', 'aa', 'aaaa', 'cab'].map((token, rank) => [token, rank]));

function joined(bytes: string): string[] {
  const parts = [...bytes];
  for (;;) {
    const ranks = parts.slice(1).map((part, at) => RANKS.get(`${parts[at]}${part}`) ?? Number.POSITIVE_INFINITY);
    const best = Math.min(...ranks);
    if (best === Number.POSITIVE_INFINITY) return parts;
    const at = ranks.indexOf(best);
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
}

test('countBytePairs() counts what joining pair by pair counts, the lowest rank first, of equal pairs the leftmost', () => {
  expect(joined('abcab')).toEqual(['abc', 'ab']);
  expect(joined('aaa')).toEqual(['aa', 'a']);
  for (const bytes of ['abcab', 'aaac']) expect(countBytePairs(bytes, RANKS)).toBe(joined(bytes).length);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 60 }), (bytes) => {
      expect(countBytePairs(bytes, RANKS)).toBe(RANKS.has(bytes) ? 1 : joined(bytes).length);
    }),
    { numRuns: 1000 },
  );
});

test.each(['a', 'abc', 'cab', 'b', 'acb'])('countBytePairs() looks up at most three pairs a byte of %j', (unit) => {
  for (const length of [30_000, 60_000, 120_000]) {
    const ranks = new Map(RANKS);
    const lookUp = vi.spyOn(ranks, 'get');
    countBytePairs(unit.repeat(length / unit.length), ranks);
    expect(lookUp.mock.calls.length).toBeGreaterThan(length / 2);
    expect(lookUp.mock.calls.length).toBeLessThanOrEqual(3 * length);
  }
});

test.each([
  ['gpt-4-0613', 8_192, 'cl100k_base', true],
  ['gpt-4', 8_192, 'cl100k_base', true],
  ['gpt-4-32k-0613', 32_768, 'cl100k_base', true],
  ['gpt-4-turbo-2024-04-09', 128_000, 'cl100k_base', true],
  ['gpt-4-1106-preview', 128_000, 'cl100k_base', true],
  ['gpt-4-0125-preview', 128_000, 'cl100k_base', true],
  ['gpt-4.1-mini', 1_047_576, 'o200k_base', true],
  ['gpt-4o-mini', 128_000, 'o200k_base', true],
  ['gpt-3.5-turbo-0613', 4_096, 'cl100k_base', true],
  ['gpt-3.5-turbo-0301', 4_096, 'cl100k_base', true],
  ['gpt-3.5-turbo-0125', 16_385, 'cl100k_base', true],
  ['text-embedding-3-small', 8_191, 'cl100k_base', true],
  ['text-davinci-003', 4_097, 'p50k_base', true],
  ['Claude-Opus-4', 200_000, 'cl100k_base', false],
  ['qwen2.5', null, 'o200k_base', false],
])('modelFacts() knows %s', (model, contextTokens, tokenizer, tokenizerIsOwn) => {
  expect(modelFacts(model)).toEqual({ contextTokens, tokenizer, tokenizerIsOwn });
});

const LONG = 'word '.repeat(8_000);

test('checkContextLimit() fails as the API does, and counts the answer that is asked for', async () => {
  await expect(checkContextLimit(ask('gpt-4', `${LONG}${LONG}`))).rejects.toThrow(
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 16008 tokens. Please reduce the length of the messages.",
  );
  await expect(checkContextLimit(ask('gpt-4-0613', LONG, 500))).rejects.toMatchObject({
    code: 'context_length_exceeded',
    message:
      "This model's maximum context length is 8192 tokens. However, you requested 8508 tokens (8008 in the messages, 500 in the completion). Please reduce the length of the messages or completion.",
  });
});

test('checkContextLimit() passes what fits to the token and nothing above, and all to a model that nobody knows', async () => {
  await expect(checkContextLimit(ask('my-model', 'word '.repeat(100_000)))).resolves.toBeUndefined();
  await expect(checkContextLimit(ask('gpt-4-0613', LONG))).resolves.toBeUndefined();
  // 8,008 in the messages, of 8,192.
  await expect(checkContextLimit(ask('gpt-4-0613', LONG, 184))).resolves.toBeUndefined();
  await expect(checkContextLimit(ask('gpt-4-0613', LONG, 185))).rejects.toThrow('you requested 8193 tokens');
  const words = (count: number) => [Array.from({ length: count }, () => 'word').join(' ')];
  const model = 'text-embedding-3-small';
  await expect(checkContextLimit(embeddingsRequest(model, words(8_191)))).resolves.toBeUndefined();
  await expect(checkContextLimit(embeddingsRequest(model, words(8_192)))).rejects.toThrow('requested 8192 tokens');
  await expect(checkContextLimit(embeddingsRequest(model, [LONG, LONG]))).resolves.toBeUndefined();
  const message = "This model's maximum context length is 8191 tokens, however you requested 1600";
  await expect(checkContextLimit(embeddingsRequest(model, ['a', `${LONG}${LONG}`]))).rejects.toThrow(message);
});

function ask(model: string, content: string, maxTokens?: number) {
  const options = { purpose: 'x', temperature: 0, ...(maxTokens === undefined ? {} : { maxTokens }) };
  return chatRequest(model, [{ role: 'user', content }], options);
}
