import TinyQueue from 'tinyqueue';

type Bucket = { readonly priority: number; readonly estimate: number; readonly states: number[]; popped: number };

/** By priority, then estimate, then first in, first out. */
export class OpenList {
  size = 0;
  readonly #heap = new TinyQueue<Bucket>([], (a, b) => a.priority - b.priority || a.estimate - b.estimate);
  readonly #buckets = new Map<number, Map<number, Bucket>>();

  get bytes(): number {
    return 8 * this.size;
  }

  push(priority: number, estimate: number, state: number): void {
    this.size++;
    let byEstimate = this.#buckets.get(priority);
    if (byEstimate === undefined) {
      byEstimate = new Map();
      this.#buckets.set(priority, byEstimate);
    }
    let bucket = byEstimate.get(estimate);
    if (bucket === undefined) {
      bucket = { priority, estimate, states: [], popped: 0 };
      byEstimate.set(estimate, bucket);
      this.#heap.push(bucket);
    }
    bucket.states.push(state);
  }

  pop(): number {
    const bucket = this.#heap.peek();
    if (bucket === undefined) return -1;
    this.size--;
    const state = bucket.states[bucket.popped++]!;
    if (bucket.popped === bucket.states.length) {
      this.#heap.pop();
      const byEstimate = this.#buckets.get(bucket.priority);
      byEstimate?.delete(bucket.estimate);
      if (byEstimate?.size === 0) this.#buckets.delete(bucket.priority);
    }
    return state;
  }
}

export type FactQueue = Readonly<{
  push: (fact: number, cost: number) => void;
  /** -1 if empty. */
  pop: () => number;
}>;

/** With more buckets, a heap is faster. */
const BUCKETS_MAX = 1 << 14;

export function factQueue(factCount: number, costMax: number): FactQueue {
  return costMax < BUCKETS_MAX ? new BucketQueue(factCount, costMax) : new HeapQueue(factCount);
}

const NONE = -1;
const ABSENT = 0x7fffffff;

export class BucketQueue implements FactQueue {
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  /** Previous fact, or the complement of the cost at the head. */
  readonly #previous: Int32Array;
  #size = 0;
  #lowest = 0;

  constructor(factCount: number, costMax: number) {
    this.#heads = new Int32Array(costMax + 1).fill(NONE);
    this.#next = new Int32Array(factCount);
    this.#previous = new Int32Array(factCount).fill(ABSENT);
  }

  push(fact: number, cost: number): void {
    const heads = this.#heads;
    if (this.#previous[fact] !== ABSENT) this.#unlink(fact);
    else if (this.#size++ === 0) this.#lowest = cost;
    if (cost < this.#lowest) this.#lowest = cost;
    const head = heads[cost]!;
    this.#next[fact] = head;
    this.#previous[fact] = ~cost;
    if (head !== NONE) this.#previous[head] = fact;
    heads[cost] = fact;
  }

  pop(): number {
    if (this.#size === 0) return NONE;
    const heads = this.#heads;
    let cost = this.#lowest;
    while (heads[cost] === NONE) cost++;
    this.#lowest = cost;
    const fact = heads[cost]!;
    this.#unlink(fact);
    this.#previous[fact] = ABSENT;
    this.#size--;
    return fact;
  }

  #unlink(fact: number) {
    const previous = this.#previous[fact]!;
    const next = this.#next[fact]!;
    if (previous < 0) this.#heads[~previous] = next;
    else this.#next[previous] = next;
    if (next !== NONE) this.#previous[next] = previous;
  }
}

/** Nearly twice as fast as a heap with callbacks. */
export class HeapQueue implements FactQueue {
  readonly #heap: Int32Array;
  readonly #costs: Int32Array;
  readonly #places: Int32Array;
  #size = 0;

  constructor(factCount: number) {
    this.#heap = new Int32Array(factCount);
    this.#costs = new Int32Array(factCount);
    this.#places = new Int32Array(factCount).fill(NONE);
  }

  push(fact: number, cost: number): void {
    let place = this.#places[fact]!;
    if (place === NONE) place = this.#size++;
    this.#costs[fact] = cost;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const other = this.#heap[parent]!;
      if (this.#costs[other]! <= cost) break;
      this.#put(other, place);
      place = parent;
    }
    this.#put(fact, place);
  }

  pop(): number {
    if (this.#size === 0) return NONE;
    const least = this.#heap[0]!;
    this.#places[least] = NONE;
    const last = this.#heap[--this.#size]!;
    if (this.#size > 0) this.#sink(last);
    return least;
  }

  #sink(fact: number) {
    const cost = this.#costs[fact]!;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#costOf(child + 1) < this.#costOf(child)) child++;
      if (this.#costOf(child) >= cost) break;
      this.#put(this.#heap[child]!, place);
      place = child;
    }
    this.#put(fact, place);
  }

  #costOf(place: number) {
    return this.#costs[this.#heap[place]!]!;
  }

  #put(fact: number, place: number) {
    this.#heap[place] = fact;
    this.#places[fact] = place;
  }
}
