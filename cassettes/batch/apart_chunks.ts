/**
 * Deals items into the fewest chunks in which no two share a label: edge colouring of a bipartite multigraph.
 *
 * The most frequent label sets the number of chunks (Kőnig 1916); equal sizes need no more (de Werra 1971).
 */
import { hash } from 'node:crypto';

export type ChunkItem = Readonly<{
  id: string;
  /** At most two labels of different kinds, such as scene and task; compared by position. */
  apart: readonly string[];
  mixed: readonly string[];
}>;

export function apartChunks<T extends ChunkItem>(
  items: readonly T[],
  { size, seed }: { size: number; seed: number },
): T[][] {
  if (items.length === 0) return [];
  const shuffled = shuffle(items, (item) => item.id, seed);
  const counts = new Map<string, number>();
  for (const label of shuffled.flatMap(endsOf)) counts.set(label, (counts.get(label) ?? 0) + 1);
  const fewest = Math.max(Math.ceil(items.length / size), ...counts.values());
  const deal = new Deal<T>(fewest);
  for (const item of shuffled) deal.add(item);
  deal.even();
  deal.mix(shuffled);
  const chunks = deal.chunks.map((chunk) => shuffle([...chunk], (item) => item.id, seed));
  return shuffle(chunks, ([first]) => `chunk of ${first?.id}`, seed);
}

function endsOf({ id, apart }: ChunkItem): [string, string] {
  const end = (at: 0 | 1) => (apart[at] === undefined ? `${at} alone ${id}` : `${at} ${apart[at]}`);
  return [end(0), end(1)];
}

function shuffle<T>(items: readonly T[], nameOf: (item: T) => string, seed: number): T[] {
  const keyed = items.map((item) => [hash('sha256', `${seed} ${nameOf(item)}`, 'hex'), item] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

const EXCHANGES_TRIED = 300;

class Deal<T extends ChunkItem> {
  readonly chunks: readonly Set<T>[];
  readonly #holders = new Map<string, Map<number, T>>();
  readonly #chunkOf = new Map<T, number>();
  readonly #alike: readonly Map<string, number>[];

  constructor(count: number) {
    this.chunks = Array.from({ length: count }, () => new Set<T>());
    this.#alike = Array.from({ length: count }, () => new Map());
  }

  add(item: T): void {
    const [left, right] = endsOf(item);
    const [atLeft, atRight] = [this.#holdersOf(left), this.#holdersOf(right)];
    let best: number | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const [chunk, { size }] of this.chunks.entries()) {
      if (atLeft.has(chunk) || atRight.has(chunk)) continue;
      const cost = size + this.#likeness(item, chunk) / (1 + item.mixed.length * this.#chunkOf.size);
      if (cost < bestCost) [best, bestCost] = [chunk, cost];
    }
    this.#put(item, best ?? this.#makeRoom(left, right));
  }

  /** Of two chunks that differ by more than one item, some path has one more item of the larger. */
  even(): void {
    for (let moves = 0; moves < this.#chunkOf.size; moves += 1) {
      const bySize = this.chunks.map(({ size }, chunk) => ({ size, chunk })).toSorted((a, b) => a.size - b.size);
      const [small, large] = [bySize[0], bySize.at(-1)];
      if (small === undefined || large === undefined || large.size - small.size <= 1) return;
      this.#moveOne(large.chunk, small.chunk);
    }
    throw new Error('Chunks are of like size after as many moves as there are items');
  }

  mix(items: readonly T[]): void {
    for (const [at, one] of items.entries()) {
      for (let offset = 1; offset <= Math.min(EXCHANGES_TRIED, items.length - 1); offset += 1) {
        const other = items[(at + offset) % items.length];
        if (other !== undefined && this.#mayExchange(one, other)) this.#exchangeIfBetter(one, other);
      }
    }
  }

  #mayExchange(one: T, other: T): boolean {
    const [here, there] = [this.#chunk(one), this.#chunk(other)];
    const fits = (item: T, chunk: number, instead: T) =>
      endsOf(item).every((label) => [undefined, instead].includes(this.#holdersOf(label).get(chunk)));
    return here !== there && fits(one, there, other) && fits(other, here, one);
  }

  #exchangeIfBetter(one: T, other: T): void {
    const [here, there] = [this.#chunk(one), this.#chunk(other)];
    this.#take(one);
    this.#take(other);
    const stay = this.#likeness(one, here) + this.#likeness(other, there);
    const change = this.#likeness(one, there) + this.#likeness(other, here);
    this.#put(one, change < stay ? there : here);
    this.#put(other, change < stay ? here : there);
  }

  #moveOne(large: number, small: number): void {
    for (const item of this.chunks[large] ?? []) {
      const start = endsOf(item).find((label) => !this.#holdersOf(label).has(small));
      if (start === undefined) continue;
      const path = this.#path(start, large, small);
      if (path.length % 2 === 0) continue;
      this.#exchange(path, large, small);
      return;
    }
    throw new Error('The larger of two chunks has a path with one item more');
  }

  #makeRoom(left: string, right: string): number {
    const free = this.#firstFree(this.#holdersOf(left));
    const other = this.#firstFree(this.#holdersOf(right));
    // The path never reaches the left label: it would arrive there by the chunk that is free.
    this.#exchange(this.#path(right, free, other), free, other);
    return free;
  }

  #exchange(path: readonly T[], first: number, second: number): void {
    const moves = path.map((item) => [item, this.#chunk(item) === first ? second : first] as const);
    for (const item of path) this.#take(item);
    for (const [item, chunk] of moves) this.#put(item, chunk);
  }

  #path(start: string, first: number, second: number): T[] {
    const path: T[] = [];
    let label = start;
    for (;;) {
      const item = this.#holdersOf(label).get(path.length % 2 === 0 ? first : second);
      if (item === undefined) return path;
      path.push(item);
      const [left, right] = endsOf(item);
      label = label === left ? right : left;
    }
  }

  #firstFree(holders: ReadonlyMap<number, T>): number {
    const free = this.chunks.findIndex((_, chunk) => !holders.has(chunk));
    if (free === -1) throw new Error('No label has more items than there are chunks');
    return free;
  }

  #likeness({ mixed }: T, chunk: number): number {
    return mixed.reduce((sum, label) => sum + (this.#alike[chunk]?.get(label) ?? 0), 0);
  }

  #put(item: T, chunk: number): void {
    this.chunks[chunk]?.add(item);
    this.#chunkOf.set(item, chunk);
    for (const label of endsOf(item)) this.#holdersOf(label).set(chunk, item);
    this.#count(item, chunk, 1);
  }

  #take(item: T): void {
    const chunk = this.#chunk(item);
    this.chunks[chunk]?.delete(item);
    this.#chunkOf.delete(item);
    for (const label of endsOf(item)) this.#holdersOf(label).delete(chunk);
    this.#count(item, chunk, -1);
  }

  #count({ mixed }: T, chunk: number, change: 1 | -1): void {
    const alike = this.#alike[chunk];
    for (const label of mixed) alike?.set(label, (alike.get(label) ?? 0) + change);
  }

  #chunk(item: T): number {
    return this.#chunkOf.get(item)!;
  }

  #holdersOf(label: string): Map<number, T> {
    const holders = this.#holders.get(label) ?? new Map<number, T>();
    this.#holders.set(label, holders);
    return holders;
  }
}
