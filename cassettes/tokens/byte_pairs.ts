/**
 * Byte pair encoding: how many tokens a piece of text falls into.
 *
 * Follows Sennrich, Haddow and Birch 2016 as tiktoken does it: of all neighbours that are a token together, those with the
 * lowest rank are joined first, and of equal ones the leftmost. Candidates wait in a heap, so time grows as n log n, also
 * for a piece of a million bytes.
 */

/** A token's bytes, one character each (latin1) → its rank. */
export type Ranks = ReadonlyMap<string, number>;

/** A heap entry is `rank * STARTS + start`: ordered by rank, then by place, and exact below 2^53. */
const STARTS = 2 ** 30;

/** Counts the tokens of `bytes`, one character a byte. Every single byte is a token. */
export function countBytePairs(bytes: string, ranks: Ranks): number {
  if (ranks.has(bytes)) return 1;
  const { length } = bytes;
  /** Of the part that begins at an offset: where the next part begins, where the one before, and the rank of both joined. */
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
    if (pairs[start] !== (least - start) / STARTS) continue; // a neighbour has been joined since
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
