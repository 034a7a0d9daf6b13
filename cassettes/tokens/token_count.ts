import TinyQueue from 'tinyqueue';
import { LlmCallError } from '../llm.ts';
import type { WireRequest } from '../wire/wire.ts';

type TokenizerName = 'cl100k_base' | 'o200k_base' | 'p50k_base';

type ModelFacts = Readonly<{
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

/** Queue entries, `rank * STARTS + start`, are exact below 2^53. */
const STARTS = 2 ** 30;

/** Byte pair encoding (Sennrich, Haddow and Birch 2016) as in tiktoken, on latin1. */
export function countBytePairs(bytes: string, ranks: ReadonlyMap<string, number>): number {
  if (ranks.has(bytes)) return 1;
  const { length } = bytes;
  // By the start of a part; a pair is a part and the next.
  const nextStarts = new Uint32Array(length + 1);
  const previousStarts = new Uint32Array(length + 1);
  const pairRanks = new Float64Array(length);
  for (let start = 0; start <= length; start++) {
    nextStarts[start] = start + 1;
    previousStarts[start] = start - 1;
  }
  const queue = new TinyQueue<number>();
  const consider = (start: number) => {
    const next = nextStarts[start]!;
    const rank = next < length ? ranks.get(bytes.slice(start, nextStarts[next])) : undefined;
    pairRanks[start] = rank ?? Number.POSITIVE_INFINITY;
    if (rank !== undefined) queue.push(rank * STARTS + start);
  };
  for (let start = 0; start < length; start++) consider(start);
  let tokens = length;
  for (let least = queue.pop(); least !== undefined; least = queue.pop()) {
    const start = least % STARTS;
    if (pairRanks[start] !== (least - start) / STARTS) continue; // stale
    const next = nextStarts[start]!;
    const end = nextStarts[next]!;
    pairRanks[next] = Number.POSITIVE_INFINITY;
    nextStarts[start] = end;
    previousStarts[end] = start;
    tokens--;
    consider(start);
    if (start > 0) consider(previousStarts[start]!);
  }
  return tokens;
}

export type TokenCounter = (text: string) => number;

/** OpenAI cookbook, "How to count tokens with tiktoken". */
const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;

const PIECES_MAX = 50_000;
const PIECE_LENGTH = 64;
/** Prompts repeat lines. */
const LINES_MAX = 20_000;
const LINE_LENGTH = 1_024;

const counters = new Map<string, Promise<TokenCounter>>();

/** `<|endoftext|>` is text. The first call takes most of a second. */
export function tokenCounter(model: string): Promise<TokenCounter> {
  const { tokenizer } = modelFacts(model);
  const counter = counters.get(tokenizer) ?? newCounter(tokenizer);
  counters.set(tokenizer, counter);
  return counter;
}

async function newCounter(tokenizer: TokenizerName): Promise<TokenCounter> {
  const [{ default: tokens }, pattern] = await load(tokenizer);
  const ranks = new Map<string, number>();
  for (const [rank, token] of tokens.entries()) ranks.set(bytesOf(token), rank);
  const pieces = new Map<string, number>();
  const lines = new Map<string, number>();

  /** No piece crosses a space after a comma, and scenes repeat what stands between. */
  function countLongLine(line: string) {
    let count = 0;
    for (let start = 0, end = 0; start < line.length; start = end) {
      end = line.indexOf(', ', start) + 1 || line.length;
      count += countLine(line.slice(start, end));
    }
    return count;
  }

  function countLine(line: string) {
    const known = lines.get(line);
    if (known !== undefined) return known;
    let count = 0;
    for (const [piece] of line.matchAll(pattern)) count += pieces.get(piece) ?? countPiece(piece);
    if (line.length <= LINE_LENGTH && lines.size < LINES_MAX) lines.set(copy(line), count);
    return count;
  }

  function countPiece(piece: string) {
    const count = countBytePairs(bytesOf(piece), ranks);
    if (piece.length <= PIECE_LENGTH && pieces.size < PIECES_MAX) pieces.set(piece, count);
    return count;
  }

  return (text) => {
    let count = 0;
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = endOfLine(text, start);
      count += (end - start > LINE_LENGTH ? countLongLine : countLine)(text.slice(start, end));
    }
    return count;
  };
}

/** No piece crosses a line break between two non-space characters, the second not a slash. */
function endOfLine(text: string, start: number) {
  for (let at = text.indexOf('\n', start); at !== -1; at = text.indexOf('\n', at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + 1]];
    if (/^\S[^\s/]$/.test(before + after)) return at + 1;
  }
  return text.length;
}

/** A substring would keep the whole text in memory. */
function copy(part: string) {
  return JSON.parse(JSON.stringify(part)) as string;
}

/** An upper bound if `measure` counts bytes. */
export function promptTokens(request: WireRequest, measure: TokenCounter): number {
  if (request.url === '/v1/embeddings') return request.body.input.reduce((sum, text) => sum + measure(text), 0);
  return request.body.messages.reduce(
    (sum, { role, content }) => sum + TOKENS_PER_MESSAGE + measure(role) + measure(content),
    TOKENS_BEFORE_ANSWER,
  );
}

/** Vocabularies list tokens outside UTF-8 as bytes, and have holes. */
function bytesOf(token: string | readonly number[] | undefined) {
  if (typeof token === 'string' && Buffer.byteLength(token) === token.length) return token;
  return Buffer.from((token ?? '') as string).toString('latin1');
}

async function load(tokenizer: TokenizerName) {
  const patterns = await import('gpt-tokenizer/encodingParams/constants');
  switch (tokenizer) {
    case 'cl100k_base':
      return [await import('gpt-tokenizer/bpeRanks/cl100k_base'), patterns.CL100K_TOKEN_SPLIT_REGEX] as const;
    case 'o200k_base':
      return [await import('gpt-tokenizer/bpeRanks/o200k_base'), patterns.O200K_TOKEN_SPLIT_REGEX] as const;
    case 'p50k_base':
      return [await import('gpt-tokenizer/bpeRanks/p50k_base'), patterns.R50K_TOKEN_SPLIT_REGEX] as const;
  }
}

export async function checkContextLimit(request: WireRequest): Promise<void> {
  const { model } = request.body;
  const { contextTokens } = modelFacts(model);
  if (contextTokens === null) return;
  const limit = `This model's maximum context length is ${contextTokens} tokens`;
  if (request.url === '/v1/embeddings') {
    for (const text of request.body.input.filter((each) => Buffer.byteLength(each) > contextTokens)) {
      const tokens = (await tokenCounter(model))(text);
      if (tokens > contextTokens)
        throw tooLong(`${limit}, however you requested ${tokens} tokens. Please reduce your prompt.`);
    }
    return;
  }
  const answer = request.body.max_completion_tokens ?? request.body.max_tokens ?? 0;
  // A token has at least one byte.
  if (promptTokens(request, Buffer.byteLength) + answer <= contextTokens) return;
  const prompt = promptTokens(request, await tokenCounter(model));
  if (prompt + answer <= contextTokens) return;
  const excess =
    answer === 0
      ? `However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`
      : `However, you requested ${prompt + answer} tokens (${prompt} in the messages, ${answer} in the completion). Please reduce the length of the messages or completion.`;
  throw tooLong(`${limit}. ${excess}`);
}

function tooLong(message: string) {
  return new LlmCallError('context_length_exceeded', message);
}
