import TinyQueue from 'tinyqueue';
import type { WireRequest } from '../wire/wire.ts';
import { modelFacts, type TokenizerName } from './models.ts';

/** A queue entry is `rank * STARTS + start`, exact below 2^53. */
const STARTS = 2 ** 30;

/** Byte pair encoding (Sennrich, Haddow and Birch 2016) as in tiktoken. `bytes` and tokens are latin1. */
export function countBytePairs(bytes: string, ranks: ReadonlyMap<string, number>): number {
  if (ranks.has(bytes)) return 1;
  const { length } = bytes;
  // By a part's offset: start of the next and of the previous part, rank of the joined pair.
  const ends = new Uint32Array(length + 1);
  const befores = new Uint32Array(length + 1);
  const pairs = new Float64Array(length);
  for (let start = 0; start <= length; start++) {
    ends[start] = start + 1;
    befores[start] = start - 1;
  }
  const queue = new TinyQueue<number>();
  const consider = (start: number) => {
    const next = ends[start]!;
    const rank = next < length ? ranks.get(bytes.slice(start, ends[next])) : undefined;
    pairs[start] = rank ?? Number.POSITIVE_INFINITY;
    if (rank !== undefined) queue.push(rank * STARTS + start);
  };
  for (let start = 0; start < length; start++) consider(start);
  let tokens = length;
  for (let least = queue.pop(); least !== undefined; least = queue.pop()) {
    const start = least % STARTS;
    if (pairs[start] !== (least - start) / STARTS) continue; // stale
    const next = ends[start]!;
    const end = ends[next]!;
    pairs[next] = Number.POSITIVE_INFINITY;
    ends[start] = end;
    befores[end] = start;
    tokens--;
    consider(start);
    if (start > 0) consider(befores[start]!);
  }
  return tokens;
}

export type TokenCounter = (text: string) => number;

/** OpenAI cookbook, "How to count tokens with tiktoken". */
const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;

const PIECES_MAX = 50_000;
const PIECE_LENGTH = 64;
/** Prompts repeat lines, and a chat resends its history. */
const LINES_MAX = 20_000;
const LINE_LENGTH = 1_024;

const counters = new Map<string, Promise<TokenCounter>>();

/** Counts as tiktoken does; `<|endoftext|>` counts as text. Building the table takes most of a second. */
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
      count += countLine(text.slice(start, end));
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

/** Latin1. Vocabularies list tokens outside UTF-8 as bytes, and have holes. */
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
