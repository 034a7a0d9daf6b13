import type { WireRequest } from '../wire/wire.ts';
import type { TokenizerName } from './models.ts';

/**
 * Latin1 token bytes → rank, for byte pair encoding (Sennrich, Haddow and Birch 2016) as in tiktoken:
 * lowest rank first, leftmost of equals; a heap keeps it at O(n log n).
 */
type Ranks = ReadonlyMap<string, number>;

/** A heap entry is `rank * STARTS + start`: sorted by rank, then position, and exact below 2^53. */
const STARTS = 2 ** 30;

/** `bytes` is latin1, one character per byte. Every single byte is a token. */
export function countBytePairs(bytes: string, ranks: Ranks): number {
  if (ranks.has(bytes)) return 1;
  const { length } = bytes;
  /** By a part's offset: start of the next part, start of the previous one, rank of the joined pair. */
  const ends = new Uint32Array(length + 1);
  const befores = new Uint32Array(length + 1);
  const pairs = new Float64Array(length);
  for (let start = 0; start <= length; start++) {
    ends[start] = start + 1;
    befores[start] = start - 1;
  }
  const heap: number[] = [];
  const consider = (start: number) => {
    const next = ends[start]!;
    const rank = next < length ? ranks.get(bytes.slice(start, ends[next])) : undefined;
    pairs[start] = rank ?? Number.POSITIVE_INFINITY;
    if (rank !== undefined) push(heap, rank * STARTS + start);
  };
  for (let start = 0; start < length; start++) consider(start);
  let tokens = length;
  while (heap.length > 0) {
    const least = pop(heap);
    const start = least % STARTS;
    if (pairs[start] !== (least - start) / STARTS) continue; // stale: a neighbour was joined since
    const joined = ends[start]!;
    const end = ends[joined]!;
    pairs[joined] = Number.POSITIVE_INFINITY;
    ends[start] = end;
    befores[end] = start;
    tokens--;
    consider(start);
    if (start > 0) consider(befores[start]!);
  }
  return tokens;
}

function push(heap: number[], entry: number): void {
  let at = heap.length;
  for (; at > 0; at = (at - 1) >> 1) {
    const above = heap[(at - 1) >> 1]!;
    if (above <= entry) break;
    heap[at] = above;
  }
  heap[at] = entry;
}

function pop(heap: number[]): number {
  const least = heap[0]!;
  const last = heap.pop() as number;
  let at = 0;
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && heap[below + 1]! < heap[below]!) below++;
    if (last <= heap[below]!) break;
    heap[at] = heap[below]!;
    at = below;
  }
  if (heap.length > 0) heap[at] = last;
  return least;
}

export type TokenCounter = (text: string) => number;

/** Around each message, and before the answer (OpenAI cookbook, "How to count tokens with tiktoken"). */
const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;

/** Cached pieces, such as words: short and frequent. */
const REMEMBERED_MAX = 50_000;
const REMEMBERED_LENGTH = 64;
/** Cached lines: prompts repeat them, and a chat resends its history. */
const LINES_MAX = 20_000;
const LINE_LENGTH = 1_024;

const counters = new Map<TokenizerName, Promise<TokenCounter>>();

/** Counts as tiktoken does; `<|endoftext|>` counts as text. Building the table takes a good part of a second. */
export function tokenCounter(name: TokenizerName): Promise<TokenCounter> {
  const counter = counters.get(name) ?? newCounter(name);
  counters.set(name, counter);
  return counter;
}

async function newCounter(name: TokenizerName): Promise<TokenCounter> {
  const [{ default: tokens }, pieces] = await load(name);
  const ranks = new Map<string, number>();
  for (const [rank, token] of tokens.entries()) ranks.set(bytesOf(token), rank);
  const counted = new Map<string, number>();
  const lines = new Map<string, number>();
  return (text) => {
    let count = 0;
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = endOfLine(text, start);
      count += countLine(text.slice(start, end));
    }
    return count;
  };

  function countLine(line: string): number {
    const known = lines.get(line);
    if (known !== undefined) return known;
    let count = 0;
    for (const [piece] of line.matchAll(pieces)) count += counted.get(piece) ?? remember(piece);
    if (line.length <= LINE_LENGTH && lines.size < LINES_MAX) lines.set(copied(line), count);
    return count;
  }

  function remember(piece: string): number {
    const count = countBytePairs(bytesOf(piece), ranks);
    if (piece.length <= REMEMBERED_LENGTH && counted.size < REMEMBERED_MAX) counted.set(piece, count);
    return count;
  }
}

/** No vocabulary's piece crosses a line break between two non-space characters, the second not a slash. */
function endOfLine(text: string, start: number): number {
  for (let at = text.indexOf('\n', start); at !== -1; at = text.indexOf('\n', at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + 1]];
    if (/^\S[^\s/]$/.test(before + after)) return at + 1;
  }
  return text.length;
}

/** A substring keeps the whole text in memory. */
function copied(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}

/** With bytes as the measure, an upper bound. */
export function promptTokens(request: WireRequest, measure: TokenCounter): number {
  if (request.url === '/v1/embeddings') return request.body.input.reduce((sum, text) => sum + measure(text), 0);
  return request.body.messages.reduce(
    (sum, { role, content }) => sum + TOKENS_PER_MESSAGE + measure(role) + measure(content),
    TOKENS_BEFORE_ANSWER,
  );
}

/** Latin1. Vocabularies list non-UTF-8 tokens as bytes and have holes. */
function bytesOf(token: string | readonly number[] | undefined): string {
  if (typeof token === 'string' && Buffer.byteLength(token) === token.length) return token;
  return Buffer.from((token ?? '') as string).toString('latin1');
}

async function load(name: TokenizerName) {
  const patterns = await import('gpt-tokenizer/encodingParams/constants');
  switch (name) {
    case 'cl100k_base':
      return [await import('gpt-tokenizer/bpeRanks/cl100k_base'), patterns.CL100K_TOKEN_SPLIT_REGEX] as const;
    case 'o200k_base':
      return [await import('gpt-tokenizer/bpeRanks/o200k_base'), patterns.O200K_TOKEN_SPLIT_REGEX] as const;
    case 'p50k_base':
      return [await import('gpt-tokenizer/bpeRanks/p50k_base'), patterns.R50K_TOKEN_SPLIT_REGEX] as const;
  }
}
