import type { HouseTables, Place } from '../scene/house.ts';
import { NONE } from './state_columns.ts';

export interface Sight {
  readonly tables: HouseTables;
  readonly robotRoom: number;
  parentOf(node: number): number;
  liesOn(node: number): boolean;
  roomOf(node: number): number;
  isHeld(node: number): boolean;
  isVisible(node: number): boolean;
}

/** Results may depend on the step, but not on the number of calls. */
export type Perception = { begin(sight: Sight): void; misses(node: number): boolean };

export class LastKnown {
  readonly #perception: Perception | null;
  readonly #parent: Int32Array;
  readonly #on: Uint8Array;

  constructor(size: number, perception: Perception | null = null, source: LastKnown | null = null) {
    this.#perception = perception;
    this.#parent = source === null ? new Int32Array(size).fill(NONE) : source.#parent.slice();
    this.#on = source === null ? new Uint8Array(size) : source.#on.slice();
  }

  clone(): LastKnown {
    return new LastKnown(this.#parent.length, null, this);
  }

  look(sight: Sight, seen: Uint8Array): void {
    this.#perception?.begin(sight);
    const { size, seeable } = sight.tables;
    for (let node = 0; node < size; node++) {
      const parent = sight.parentOf(node);
      if (parent === NONE || seeable[node] === 0 || sight.roomOf(node) !== sight.robotRoom) continue;
      if (!sight.isVisible(node) || this.#perception?.misses(node)) continue;
      seen[node] = 1;
      this.#parent[node] = parent;
      this.#on[node] = sight.liesOn(node) ? 1 : 0;
    }
  }

  believe(node: number, place: Place | null): void {
    this.#parent[node] = place?.at ?? NONE;
    this.#on[node] = place?.relation === 'ON' ? 1 : 0;
  }

  parentOf(node: number): number {
    return this.#parent[node]!;
  }

  liesOn(node: number): boolean {
    return this.#on[node] === 1;
  }

  digest(): string {
    return `${this.#parent.join()};${this.#on.join()}`;
  }
}
