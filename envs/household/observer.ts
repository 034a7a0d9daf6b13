/** LLM-State, section III-A and Listing 3. */
import type { HouseholdObservation, Placed } from './observation.ts';
import { type HouseTables, LIST_BITS } from './scene/house.ts';
import type { HouseholdState } from './state/household_state.ts';

const LISTS = ['objects', 'containers', 'surfaces'] as const;

type Lists = Pick<HouseholdObservation, (typeof LISTS)[number]>;

export class Observer {
  readonly #tables: HouseTables;
  readonly #placeCodes: Int32Array;
  readonly #entries: (Placed | undefined)[];
  #lists: Lists = { objects: [], containers: [], surfaces: [] };
  #last: { state: HouseholdState; version: number; observation: HouseholdObservation } | null = null;

  constructor(tables: HouseTables) {
    this.#tables = tables;
    this.#placeCodes = new Int32Array(tables.size);
    this.#entries = new Array(tables.size);
  }

  /** Returns the same object while nothing changes. */
  observe(state: HouseholdState, falseDetections: readonly Placed[] = []): HouseholdObservation {
    const last = this.#last;
    if (last !== null && last.state === state && last.version === state.version) return last.observation;
    if (this.#updateEntries(state)) this.#lists = this.#rebuild();
    const observation: HouseholdObservation = {
      world: 'household',
      ...this.#lists,
      ...(falseDetections.length === 0 ? {} : { objects: [...this.#lists.objects, ...falseDetections] }),
      rooms: this.#tables.roomNames,
      holding: state.held().map((node) => this.#nameOf(node)),
      closeTo: this.#closeTo(state),
      room: this.#nameOf(state.robotRoom),
    };
    this.#last = { state, version: state.version, observation };
    return observation;
  }

  #updateEntries(state: HouseholdState): boolean {
    let changed = false;
    const { lastKnown } = state;
    for (const node of this.#tables.listed) {
      const truth = state.parentOf(node);
      const parent = lastKnown === null ? truth : lastKnown.parentOf(node);
      const isShown = truth >= 0 && parent >= 0 && state.isSeen(node);
      const on = isShown && (lastKnown === null ? state.liesOn(node) : lastKnown.liesOn(node));
      const code = isShown ? 2 * parent + (on ? 1 : 0) + 1 : 0;
      if (code === this.#placeCodes[node]) continue;
      this.#placeCodes[node] = code;
      this.#entries[node] = isShown
        ? { name: this.#nameOf(node), relation: on ? 'ON' : 'IN', place: this.#nameOf(parent) }
        : undefined;
      changed = true;
    }
    return changed;
  }

  #rebuild(): Lists {
    const lists = { objects: [] as Placed[], containers: [] as Placed[], surfaces: [] as Placed[] };
    for (const node of this.#tables.listed) {
      const entry = this.#entries[node];
      if (entry === undefined) continue;
      for (const list of LISTS) if ((this.#tables.lists[node]! & LIST_BITS[list]) !== 0) lists[list].push(entry);
    }
    return lists;
  }

  #closeTo(state: HouseholdState): string[] {
    return this.#tables.listed
      .filter((node) => this.#entries[node] !== undefined && state.isClose(node) && state.isVisible(node))
      .sort((a, b) => state.distanceSquared(a) - state.distanceSquared(b))
      .map((node) => this.#nameOf(node));
  }

  #nameOf(node: number): string {
    return this.#tables.house.names[node]!;
  }
}
