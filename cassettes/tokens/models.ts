export type TokenizerName = 'cl100k_base' | 'o200k_base' | 'p50k_base';

export type ModelFacts = Readonly<{
  /** Of prompt and answer together. */
  contextTokens: number | null;
  tokenizer: TokenizerName;
  tokenizerIsOwn: boolean;
}>;

const MODELS: readonly (readonly [prefix: string, contextTokens: number, tokenizer: TokenizerName])[] = [
  ['gpt-4-32k', 32_768, 'cl100k_base'],
  ['gpt-4-turbo', 128_000, 'cl100k_base'],
  ['gpt-4-1106', 128_000, 'cl100k_base'],
  ['gpt-4-0125', 128_000, 'cl100k_base'],
  ['gpt-4o', 128_000, 'o200k_base'],
  ['gpt-4.1', 1_047_576, 'o200k_base'],
  ['gpt-4', 8_192, 'cl100k_base'],
  ['gpt-3.5-turbo-0301', 4_096, 'cl100k_base'],
  ['gpt-3.5-turbo-0613', 4_096, 'cl100k_base'],
  ['gpt-3.5-turbo', 16_385, 'cl100k_base'],
  ['text-davinci-003', 4_097, 'p50k_base'],
  ['text-embedding-', 8_191, 'cl100k_base'],
  ['claude', 200_000, 'cl100k_base'],
];

export function modelFacts(model: string): ModelFacts {
  const name = model.toLowerCase();
  const known = MODELS.find(([prefix]) => name.startsWith(prefix));
  if (known === undefined) return { contextTokens: null, tokenizer: 'o200k_base', tokenizerIsOwn: false };
  const [prefix, contextTokens, tokenizer] = known;
  return { contextTokens, tokenizer, tokenizerIsOwn: prefix !== 'claude' };
}
