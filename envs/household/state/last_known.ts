/** Where the robot last perceived things, or put them; it may be wrong by now. */
import type { Place } from '../scene/house.ts';
import type { HouseTables } from '../scene/house_tables.ts';
import { NONE } from './state_columns.ts';

/** What there is to see: what looking asks of a state. */
export interface Sight {
  readonly tables: HouseTables;
  readonly robotRoom: number;
  parentOf(node: number): number;
  liesOn(node: number): boolean;
  roomOf(node: number): number;
  isHeld(node: number): boolean;
  isVisible(node: number): boolean;
}

/** A perception that errs. What it says may depend on the step, not on how often it is asked. */
export type Perception = {
  /** A perception of the room in which the robot is begins. */
  begin(sight: Sight): void;
  /** Whether this perception misses a thing that is in view. */
  misses(node: number): boolean;
};

export class LastKnown {
  readonly #perception: Perception | null;
  readonly #parent: Int32Array;
  readonly #on: Uint8Array;

  /** Nothing has been perceived yet, of so many nodes; or a copy of `source`. */
  constructor(size: number, perception: Perception | null = null, source: LastKnown | null = null) {
    this.#perception = perception;
    this.#parent = source === null ? new Int32Array(size).fill(NONE) : source.#parent.slice();
    this.#on = source === null ? new Uint8Array(size) : source.#on.slice();
  }

  /** A copy that goes its own way, with a perception that does not err. */
  clone(): LastKnown {
    return new LastKnown(this.#parent.length, null, this);
  }

  /** Perceives what there is to see in the robot's room, and marks it in `seen`. */
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

  /** The robot was told that it took a thing (null), or where it put it: so it believes, until it perceives the thing. */
  believe(node: number, place: Place | null): void {
    this.#parent[node] = place?.at ?? NONE;
    this.#on[node] = place?.relation === 'ON' ? 1 : 0;
  }

  /** What it was on or in; -1 if it has never been perceived, or is believed to be in a hand. */
  parentOf(node: number): number {
    return this.#parent[node]!;
  }

  liesOn(node: number): boolean {
    return this.#on[node] === 1;
  }

  /** Equal texts are equal knowledge. */
  digest(): string {
    return `${this.#parent.join()};${this.#on.join()}`;
  }
}
