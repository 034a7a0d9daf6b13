import type { Property } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';

export class NodeIndex {
  readonly #initial: HouseholdState;
  readonly #seeable: number[] = [];
  readonly #byClass = new Map<string, number[]>();
  readonly #byProperty = new Map<string, readonly number[]>();

  constructor(initial: HouseholdState) {
    this.#initial = initial;
    const { house, seeable, rooms, size } = initial.tables;
    for (let node = 0; node < size; node++) {
      if (seeable[node] === 1) this.#seeable.push(node);
      if (seeable[node] === 0 && rooms[node] === 0) continue;
      const { className } = house.nodes[node]!;
      const known = this.#byClass.get(className);
      if (known === undefined) this.#byClass.set(className, [node]);
      else known.push(node);
    }
  }

  /** Seen things in order; rooms only when their class is named. */
  nodes(className: string | null, property?: Property): readonly number[] {
    const all = className === null ? this.#seeable : (this.#byClass.get(className) ?? []);
    if (property === undefined) return all;
    const key = `${property} ${className ?? ''}`;
    const known = this.#byProperty.get(key) ?? all.filter((node) => this.#initial.has(node, property));
    this.#byProperty.set(key, known);
    return known;
  }
}
