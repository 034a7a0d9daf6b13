/**
 * The order in which CPython 3.11 iterates a set of small integers.
 *
 * VirtualHome's simulator keeps edges in sets of ids, and takes "the first" neighbour of a thing that is grabbed. To land on
 * the same one, this builds the same table: open addressing, ten neighbouring slots before a jump, growth to four times the
 * content. An integer is its own hash.
 *
 * @module
 */

const EMPTY = -1;
const DELETED = -2;
const SIZE_MIN = 8;
const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;

export class PythonSet {
  #table = new Int32Array(SIZE_MIN).fill(EMPTY);
  #spare = new Int32Array(SIZE_MIN);
  #mask = SIZE_MIN - 1;
  /** Slots that are not empty, deleted ones included. */
  #filled = 0;
  #used = 0;

  clear(): void {
    this.#mask = SIZE_MIN - 1;
    this.#table.fill(EMPTY, 0, SIZE_MIN);
    this.#filled = 0;
    this.#used = 0;
  }

  /** Adds an integer in [0, 2^30]. Not after `deleteAll`, where CPython's slots would have to be told apart further. */
  add(value: number): void {
    const slot = this.#find(value);
    if (this.#table[slot] === value) return;
    this.#table[slot] = value;
    this.#filled++;
    this.#used++;
    if (this.#filled * 5 >= this.#mask * 3) this.#resize();
  }

  /** Takes out values, as `difference_update` does: many gaps are closed at the end. */
  deleteAll(values: Iterable<number>): void {
    for (const value of values) {
      const slot = this.#find(value);
      if (this.#table[slot] !== value) continue;
      this.#table[slot] = DELETED;
      this.#used--;
    }
    if (this.#filled - this.#used > this.#mask >> 2) this.#resize();
  }

  /** The first value, in the order of iteration, for which a condition holds; -1 where it holds for none. */
  first(condition: (value: number) => boolean): number {
    for (let slot = 0; slot <= this.#mask; slot++) {
      const value = this.#table[slot]!;
      if (value >= 0 && condition(value)) return value;
    }
    return -1;
  }

  /** The slot of a value, or the empty one where it would go. There is always one: a table is never full. */
  #find(value: number): number {
    let perturb = value;
    let slot = value & this.#mask;
    for (;;) {
      const probes = slot + LINEAR_PROBES <= this.#mask ? LINEAR_PROBES : 0;
      for (let at = slot; at <= slot + probes; at++) {
        const found = this.#table[at];
        if (found === EMPTY || found === value) return at;
      }
      perturb >>= PERTURB_SHIFT;
      slot = (slot * 5 + 1 + perturb) & this.#mask;
    }
  }

  #resize(): void {
    let size = SIZE_MIN;
    while (size <= this.#used * 4) size *= 2;
    const old = this.#table;
    const oldMask = this.#mask;
    this.#table = this.#spare.length >= size ? this.#spare : new Int32Array(size);
    this.#spare = old;
    this.#mask = size - 1;
    this.#table.fill(EMPTY, 0, size);
    for (let slot = 0; slot <= oldMask; slot++) {
      const value = old[slot]!;
      if (value >= 0) this.#table[this.#find(value)] = value;
    }
    this.#filled = this.#used;
  }
}
