/**
 * The open list: states still to be expanded, lowest priority value first, then lowest estimate, then first in, first out.
 *
 * States with the same priority and estimate share a bucket; a binary heap orders the buckets that are not empty. If costs are
 * low there are few buckets, and a push or a pop takes little more than two look-ups in maps.
 *
 * @module
 */

type Bucket = {
  readonly priority: number;
  readonly estimate: number;
  readonly states: number[];
  /** How many of them have been taken out. */
  taken: number;
};

export class OpenList {
  /** The number of entries; a state counts as often as it was pushed. */
  size = 0;
  readonly #heap: Bucket[] = [];
  readonly #buckets = new Map<number, Map<number, Bucket>>();

  /** Taken by all entries. */
  get bytes(): number {
    return 8 * this.size;
  }

  push(priority: number, estimate: number, state: number): void {
    this.size++;
    const bucket = this.#buckets.get(priority)?.get(estimate);
    if (bucket === undefined) this.#open({ priority, estimate, states: [state], taken: 0 });
    else bucket.states.push(state);
  }

  /** Removes and returns the next state; -1 if there is none. */
  pop(): number {
    const bucket = this.#heap[0];
    if (bucket === undefined) return -1;
    this.size--;
    const state = bucket.states[bucket.taken++]!;
    if (bucket.taken === bucket.states.length) this.#close(bucket);
    return state;
  }

  #open(bucket: Bucket): void {
    let row = this.#buckets.get(bucket.priority);
    if (row === undefined) {
      row = new Map();
      this.#buckets.set(bucket.priority, row);
    }
    row.set(bucket.estimate, bucket);
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(bucket, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = bucket;
  }

  /** Removes the bucket at the top, which has become empty. */
  #close({ priority, estimate }: Bucket): void {
    const row = this.#buckets.get(priority);
    row?.delete(estimate);
    if (row?.size === 0) this.#buckets.delete(priority);
    const heap = this.#heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (!isBefore(heap[below]!, last)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
  }
}

function isBefore(a: Bucket, b: Bucket): boolean {
  return a.priority !== b.priority ? a.priority < b.priority : a.estimate < b.estimate;
}
