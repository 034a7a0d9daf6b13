import { expect, test } from 'vitest';
import { modelFacts } from './models.ts';

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
