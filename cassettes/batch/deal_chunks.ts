/** Edge coloring of a bipartite multigraph (Kőnig 1916; de Werra 1971): items are edges, labels nodes, chunks colors. */
import { hash } from 'node:crypto';

export type ChunkItem = Readonly<{
  id: string;
  /** At most two, of different kinds; none repeats in a chunk. */
  uniqueLabels: readonly string[];
  spreadLabels: readonly string[];
}>;

export function dealChunks<T extends ChunkItem>(
  items: readonly T[],
  { size, seed }: { size: number; seed: number },
): T[][] {
  if (items.length === 0) return [];
  const shuffled = shuffle(items, ({ id }) => id, seed);
  const byLabel = Map.groupBy(shuffled.flatMap(labelsOf), (label) => label);
  const counts = Array.from(byLabel.values(), ({ length }) => length);
  const deal = new Deal<T>(Math.max(Math.ceil(items.length / size), ...counts));
  for (const item of shuffled) deal.add(item);
  deal.balance();
  deal.spread(shuffled);
  const chunks = deal.chunks.map((chunk) => shuffle([...chunk], ({ id }) => id, seed));
  return shuffle(chunks, ([first]) => `chunk of ${first?.id}`, seed);
}

function labelsOf({ id, uniqueLabels }: ChunkItem): [string, string] {
  const label = (kind: 0 | 1) =>
    uniqueLabels[kind] === undefined ? `${kind} alone ${id}` : `${kind} ${uniqueLabels[kind]}`;
  return [label(0), label(1)];
}

function shuffle<T>(items: readonly T[], nameOf: (item: T) => string, seed: number): T[] {
  const keyed = items.map((item) => [hash('sha256', `${seed} ${nameOf(item)}`, 'hex'), item] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

const EXCHANGES_PER_ITEM_MAX = 300;

class Deal<T extends ChunkItem> {
  readonly chunks: readonly Set<T>[];
  readonly #itemsWith = new Map<string, Map<number, T>>();
  readonly #chunkOf = new Map<T, number>();
  readonly #counts: readonly Map<string, number>[];

  constructor(size: number) {
    this.chunks = Array.from({ length: size }, () => new Set<T>());
    this.#counts = this.chunks.map(() => new Map());
  }

  /** Prefers small chunks, then few equal spread labels. */
  add(item: T): void {
    const [left, right] = labelsOf(item);
    const [withLeft, withRight] = [this.#itemsOf(left), this.#itemsOf(right)];
    let best: number | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const [chunk, { size }] of this.chunks.entries()) {
      if (withLeft.has(chunk) || withRight.has(chunk)) continue;
      const cost = size + this.#overlap(item, chunk) / (1 + item.spreadLabels.length * this.#chunkOf.size);
      if (cost < bestCost) [best, bestCost] = [chunk, cost];
    }
    this.#put(item, best ?? this.#makeRoom(left, right));
  }

  balance(): void {
    for (let moves = 0; moves < this.#chunkOf.size; moves += 1) {
      const bySize = [...this.chunks.entries()].toSorted(([, a], [, b]) => a.size - b.size);
      const [[small, smallest], [large, largest]] = [bySize[0]!, bySize.at(-1)!];
      if (largest.size - smallest.size <= 1) return;
      this.#moveOne(large, small);
    }
    throw new Error('The chunks still differ in size after as many moves as there are items');
  }

  spread(items: readonly T[]): void {
    for (const [index, item] of items.entries()) {
      for (let offset = 1; offset <= Math.min(EXCHANGES_PER_ITEM_MAX, items.length - 1); offset += 1) {
        this.#exchangeIfBetter(item, items[(index + offset) % items.length]!);
      }
    }
  }

  #exchangeIfBetter(one: T, other: T) {
    const [from, to] = [this.#chunkOf.get(one)!, this.#chunkOf.get(other)!];
    const fits = (item: T, chunk: number, replaced: T) =>
      labelsOf(item).every((label) => [undefined, replaced].includes(this.#itemsOf(label).get(chunk)));
    if (from === to || !fits(one, to, other) || !fits(other, from, one)) return;
    this.#take(one);
    this.#take(other);
    const before = this.#overlap(one, from) + this.#overlap(other, to);
    const after = this.#overlap(one, to) + this.#overlap(other, from);
    this.#put(one, after < before ? to : from);
    this.#put(other, after < before ? from : to);
  }

  #moveOne(large: number, small: number) {
    for (const item of this.chunks[large]!) {
      const start = labelsOf(item).find((label) => !this.#itemsOf(label).has(small));
      const path = start === undefined ? [] : this.#path(start, large, small);
      if (path.length % 2 === 0) continue;
      this.#exchange(path, large, small);
      return;
    }
    throw new Error('No path of items leads from the larger chunk to the smaller');
  }

  #makeRoom(left: string, right: string) {
    const free = this.#firstFree(this.#itemsOf(left));
    const other = this.#firstFree(this.#itemsOf(right));
    // The path cannot end at the left label: it would arrive through the free chunk.
    this.#exchange(this.#path(right, free, other), free, other);
    return free;
  }

  #exchange(path: readonly T[], first: number, second: number) {
    const moves = path.map((item) => [item, this.#chunkOf.get(item) === first ? second : first] as const);
    for (const item of path) this.#take(item);
    for (const [item, chunk] of moves) this.#put(item, chunk);
  }

  #path(start: string, first: number, second: number): T[] {
    const path: T[] = [];
    let label = start;
    for (;;) {
      const item = this.#itemsOf(label).get(path.length % 2 === 0 ? first : second);
      if (item === undefined) return path;
      path.push(item);
      const [left, right] = labelsOf(item);
      label = label === left ? right : left;
    }
  }

  #firstFree(items: ReadonlyMap<number, T>) {
    const free = this.chunks.findIndex((_, chunk) => !items.has(chunk));
    if (free === -1) throw new Error('A label has more items than there are chunks');
    return free;
  }

  #overlap({ spreadLabels }: T, chunk: number) {
    return spreadLabels.reduce((sum, label) => sum + (this.#counts[chunk]!.get(label) ?? 0), 0);
  }

  #put(item: T, chunk: number) {
    this.chunks[chunk]!.add(item);
    this.#chunkOf.set(item, chunk);
    for (const label of labelsOf(item)) this.#itemsOf(label).set(chunk, item);
    this.#count(item, chunk, 1);
  }

  #take(item: T) {
    const chunk = this.#chunkOf.get(item)!;
    this.chunks[chunk]!.delete(item);
    this.#chunkOf.delete(item);
    for (const label of labelsOf(item)) this.#itemsOf(label).delete(chunk);
    this.#count(item, chunk, -1);
  }

  #count({ spreadLabels }: T, chunk: number, change: 1 | -1) {
    const counts = this.#counts[chunk]!;
    for (const label of spreadLabels) counts.set(label, (counts.get(label) ?? 0) + change);
  }

  #itemsOf(label: string): Map<number, T> {
    const items = this.#itemsWith.get(label) ?? new Map<number, T>();
    this.#itemsWith.set(label, items);
    return items;
  }
}
