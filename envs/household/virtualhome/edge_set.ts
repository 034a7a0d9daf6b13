/**
 * Which edges a graph has, asked by the thousand: a byte for each that there could be, where the graph is no larger than VirtualHome's.
 */

/** Bytes that are spent on one set; beyond them edges are hashed. */
const BYTES_MAX = 2 ** 23;

export class EdgeSet {
  readonly #nodes: number;
  readonly #bytes: Uint8Array | null;
  readonly #hashed = new Set<number>();

  /** Edges lead between indices below `nodes`, by relations with numbers below `relations`. */
  constructor(nodes: number, relations: number) {
    const size = relations * nodes ** 2;
    this.#nodes = nodes;
    this.#bytes = size <= BYTES_MAX ? new Uint8Array(size) : null;
  }

  /** Whether it was not there. */
  add(from: number, relation: number, to: number): boolean {
    const key = this.#key(from, relation, to);
    if (this.#bytes === null) return this.#hashed.size < this.#hashed.add(key).size;
    if (this.#bytes[key] === 1) return false;
    this.#bytes[key] = 1;
    return true;
  }

  has(from: number, relation: number, to: number): boolean {
    const key = this.#key(from, relation, to);
    return this.#bytes === null ? this.#hashed.has(key) : this.#bytes[key] === 1;
  }

  #key(from: number, relation: number, to: number): number {
    return (relation * this.#nodes + from) * this.#nodes + to;
  }
}
