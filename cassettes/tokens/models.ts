export type TokenizerName = 'cl100k_base' | 'o200k_base' | 'p50k_base';

export type ModelFacts = {
  /** Prompt and answer together; null means unknown, and nothing is refused. */
  readonly contextTokens: number | null;
  readonly tokenizer: TokenizerName;
  /** False where the model's tokenizer is not public and another counts. */
  readonly tokenizerIsOwn: boolean;
};

/** The first matching prefix decides. */
const MODELS: readonly (readonly [string, ModelFacts])[] = [
  ['gpt-4-32k', { contextTokens: 32_768, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-4-turbo', { contextTokens: 128_000, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-4-1106', { contextTokens: 128_000, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-4-0125', { contextTokens: 128_000, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-4o', { contextTokens: 128_000, tokenizer: 'o200k_base', tokenizerIsOwn: true }],
  ['gpt-4.1', { contextTokens: 1_047_576, tokenizer: 'o200k_base', tokenizerIsOwn: true }],
  ['gpt-4', { contextTokens: 8_192, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-3.5-turbo-0301', { contextTokens: 4_096, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-3.5-turbo-0613', { contextTokens: 4_096, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['gpt-3.5-turbo', { contextTokens: 16_385, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['text-davinci-003', { contextTokens: 4_097, tokenizer: 'p50k_base', tokenizerIsOwn: true }],
  ['text-embedding-', { contextTokens: 8_191, tokenizer: 'cl100k_base', tokenizerIsOwn: true }],
  ['claude', { contextTokens: 200_000, tokenizer: 'cl100k_base', tokenizerIsOwn: false }],
];

const UNKNOWN: ModelFacts = { contextTokens: null, tokenizer: 'o200k_base', tokenizerIsOwn: false };

/** An unknown model has no limit and uses o200k_base. */
export function modelFacts(model: string): ModelFacts {
  const name = model.toLowerCase();
  return MODELS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? UNKNOWN;
}
