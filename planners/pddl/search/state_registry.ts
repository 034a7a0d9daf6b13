/**
 * The states that a search has reached: each once, numbered from 0, their bits side by side in one growing array.
 *
 * A hash table finds the number of a state by its bits (open addressing, linear probing, at most half full).
 *
 * @module
 */

const STATES_AT_FIRST = 256;

export class StateRegistry {
  readonly wordsPerState: number;
  /** State `id` begins at `id * wordsPerState`. The array is replaced by a longer one as states are added. */
  words: Int32Array;
  count = 0;
  /** Number of a state plus 1, or 0 for an empty slot. */
  #table = new Int32Array(2 * STATES_AT_FIRST);

  constructor(wordsPerState: number) {
    this.wordsPerState = wordsPerState;
    this.words = new Int32Array(STATES_AT_FIRST * wordsPerState);
  }

  /** Taken by states and table, without the room for further states. */
  get bytes(): number {
    return 4 * (this.count * this.wordsPerState + this.#table.length);
  }

  /** Where in `words` the next state must be written before `add` is called. */
  draft(): number {
    const at = this.count * this.wordsPerState;
    if (at + this.wordsPerState > this.words.length) {
      const longer = new Int32Array(this.words.length + (this.words.length >> 1) + this.wordsPerState);
      longer.set(this.words);
      this.words = longer;
    }
    return at;
  }

  /** The number of the state written at `draft()`: a new one, unless the state is known already. */
  add(): number {
    const { words, wordsPerState } = this;
    const at = this.count * wordsPerState;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = hash(words, at, wordsPerState) & mask;
    for (let entry = table[slot]!; entry !== 0; entry = table[slot]!) {
      if (isSame(words, at, (entry - 1) * wordsPerState, wordsPerState)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    table[slot] = ++this.count;
    if (2 * this.count > table.length) this.#growTable();
    return this.count - 1;
  }

  #growTable(): void {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = hash(this.words, id * this.wordsPerState, this.wordsPerState) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

function isSame(words: Int32Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}

/** Murmur3 (Appleby 2008), which spreads each bit over the whole number. */
function hash(words: Int32Array, at: number, length: number): number {
  let mixed = 0;
  for (let i = 0; i < length; i++) {
    const word = Math.imul(words[at + i]!, 0xcc9e2d51);
    mixed ^= Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
