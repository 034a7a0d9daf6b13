/** A queue that gives the least first, as a binary heap. What is least, and first among equals, is for `isBefore` to say. */

export class PriorityQueue<T> {
  readonly #isBefore: (a: T, b: T) => boolean;
  readonly #heap: T[] = [];

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  push(entry: T): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(entry, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = entry;
  }

  pop(): T | undefined {
    const heap = this.#heap;
    const least = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return least;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && this.#isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (!this.#isBefore(heap[below]!, last)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return least;
  }
}
