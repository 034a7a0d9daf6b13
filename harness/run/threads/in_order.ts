/**
 * Hands things over in their order, though they are ready in any, and bounds how many wait for an earlier one.
 *
 * @module
 */

export class InOrder<T> {
  readonly #numbers: readonly number[];
  readonly #handOver: (each: T) => void;
  readonly #aheadMax: number;
  readonly #ready = new Map<number, T>();
  /** The place of the next number to be handed over. */
  #next = 0;
  #waiting: PromiseWithResolvers<void> | null = null;
  #isLetGo = false;

  /** `numbers` in ascending order; no more than `aheadMax` of them are ahead of the next that is to be handed over. */
  constructor(numbers: readonly number[], aheadMax: number, handOver: (each: T) => void) {
    this.#numbers = numbers;
    this.#aheadMax = aheadMax;
    this.#handOver = handOver;
  }

  /** Resolves when a number is not too far ahead to be begun, or when nobody is held back any more. */
  async room(number: number): Promise<void> {
    while (!this.#isLetGo && number > (this.#numbers[this.#next + this.#aheadMax] ?? Number.POSITIVE_INFINITY)) {
      this.#waiting ??= Promise.withResolvers();
      await this.#waiting.promise;
    }
  }

  add(number: number, each: T): void {
    this.#ready.set(number, each);
    const before = this.#next;
    for (let at = this.#numbers[this.#next]; at !== undefined && this.#ready.has(at); at = this.#numbers[this.#next]) {
      const next = this.#ready.get(at) as T;
      this.#ready.delete(at);
      this.#next += 1;
      this.#handOver(next);
    }
    if (this.#next > before) this.#admit();
  }

  /** From here on nobody is held back. */
  letGo(): void {
    this.#isLetGo = true;
    this.#admit();
  }

  /** Hands over what is left, in order, though something before it is missing. */
  rest(): void {
    const left = [...this.#ready].sort(([a], [b]) => a - b);
    this.#ready.clear();
    for (const [, each] of left) this.#handOver(each);
  }

  #admit(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}
