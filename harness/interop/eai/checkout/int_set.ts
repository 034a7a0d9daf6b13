/** A set in the order of CPython 3.11, which depends on how the table grew: EAI takes the last object of a class. */
const SIZE_MIN = 8;
const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;

export class IntSet {
  #table: (number | undefined)[] = new Array(SIZE_MIN).fill(undefined);
  #used = 0;

  add(value: number): void {
    if (!this.#insert(value)) return;
    if (this.#used * 5 >= (this.#table.length - 1) * 3) this.#resize(this.#used * 4);
  }

  has(value: number): boolean {
    return this.#table[this.#slot(value)] === value;
  }

  minus(other: IntSet): IntSet {
    const rest = new IntSet();
    for (const value of this) if (!other.has(value)) rest.add(value);
    return rest;
  }

  union(other: IntSet): IntSet {
    const all = new IntSet();
    all.#merge(this);
    all.#merge(other);
    return all;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const value of this.#table) if (value !== undefined) yield value;
  }

  #merge(other: IntSet): void {
    const sum = this.#used + other.#used;
    if (sum * 5 >= (this.#table.length - 1) * 3) this.#resize(sum * 2);
    if (this.#used === 0 && this.#table.length === other.#table.length) {
      this.#table = [...other.#table];
      this.#used = other.#used;
      return;
    }
    for (const value of other) this.add(value);
  }

  #insert(value: number): boolean {
    const slot = this.#slot(value);
    if (this.#table[slot] === value) return false;
    this.#table[slot] = value;
    this.#used++;
    return true;
  }

  #slot(value: number): number {
    const mask = this.#table.length - 1;
    let perturb = value;
    let slot = value & mask;
    for (;;) {
      const probes = slot + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
      for (let at = slot; at <= slot + probes; at++) {
        const found = this.#table[at];
        if (found === undefined || found === value) return at;
      }
      perturb = Math.floor(perturb / 2 ** PERTURB_SHIFT);
      slot = (slot * 5 + 1 + perturb) & mask;
    }
  }

  #resize(bound: number): void {
    let size = SIZE_MIN;
    while (size <= bound) size *= 2;
    const values = [...this];
    this.#table = new Array(size).fill(undefined);
    this.#used = 0;
    for (const value of values) this.#insert(value);
  }
}
