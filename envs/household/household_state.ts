/**
 * The changing part of a household under profile `paper`: typed arrays, one entry a node.
 *
 * Every thing has one place (on or in another node, or in a hand), so containment is a tree whose roots are rooms. A
 * placed thing takes the position of what it is put on or in; a thing that falls keeps its own. Decisions where the paper
 * is silent are in README, "Decisions".
 *
 * @module
 */
import type { Property, State } from './class_table.ts';
import type { Place } from './house.ts';
import { type HouseTables, PROPERTY_BITS, STATE_BITS, stateBits } from './house_tables.ts';
import type { RuleState } from './rule_state.ts';

export type StateOptions = {
  /** Horizontal reach from where the robot stands, in metres. */
  readonly reachM: number;
  readonly hands: 1 | 2;
};

/** Our decisions: the paper says "near" and "two hands" only. */
export const PAPER_OPTIONS: StateOptions = { reachM: 1.5, hands: 2 };

const ON = 1;
const IN = 2;
const NONE = -1;
const HEATED = 1;
const TOASTED = 2;

export class HouseholdState implements RuleState {
  readonly tables: HouseTables;
  readonly #options: StateOptions;
  readonly #reachSquared: number;
  /** What a thing lies on or in; `NONE` for rooms and held things. */
  readonly #parent: Int32Array;
  readonly #relation: Uint8Array;
  /** How many things lie directly on or in a node. */
  readonly #children: Int32Array;
  readonly #room: Int32Array;
  readonly #states: Uint8Array;
  readonly #seen: Uint8Array;
  /** What has happened to a thing, for good: heated, toasted. */
  readonly #latched: Uint8Array;
  readonly #x: Float64Array;
  readonly #z: Float64Array;
  /** Right hand first. */
  readonly #hands: Int32Array;
  #robotRoom: number;
  #robotX: number;
  #robotZ: number;
  /** The thing at which the robot stands, or `NONE`. */
  #target = NONE;
  #version = 0;

  /** The initial state of a house, with the robot at its anchor, looking around; or a copy of `source`. */
  constructor(tables: HouseTables, options: StateOptions, source: HouseholdState | null = null) {
    const columns = source === null ? initialColumns(tables) : source.#columns();
    this.tables = tables;
    this.#options = options;
    this.#reachSquared = options.reachM * options.reachM;
    this.#parent = columns.parent;
    this.#relation = columns.relation;
    this.#children = columns.children;
    this.#room = columns.room;
    this.#states = columns.states;
    this.#seen = columns.seen;
    this.#latched = columns.latched;
    this.#x = columns.x;
    this.#z = columns.z;
    if (source === null) {
      const { anchors, start } = tables.house;
      this.#hands = new Int32Array(options.hands).fill(NONE);
      this.#robotRoom = start;
      [this.#robotX, this.#robotZ] = anchors.get(start) as readonly [number, number];
      this.#treatAll();
      this.#look();
    } else {
      this.#hands = source.#hands.slice();
      this.#robotRoom = source.#robotRoom;
      this.#robotX = source.#robotX;
      this.#robotZ = source.#robotZ;
      this.#target = source.#target;
      this.#version = source.#version;
    }
  }

  /** A copy that goes its own way. */
  clone(): HouseholdState {
    return new HouseholdState(this.tables, this.#options, this);
  }

  /** Counts changes: what is computed from a state holds as long as it stands still. */
  get version(): number {
    return this.#version;
  }

  get robotRoom(): number {
    return this.#robotRoom;
  }

  /** Held things, right hand first. */
  held(): number[] {
    return [...this.#hands].filter((node) => node !== NONE);
  }

  /** What a thing lies on or in, or -1 for rooms and held things. */
  parentOf(node: number): number {
    return this.#parent[node] as number;
  }

  /** Whether a thing lies on, not in, its parent. */
  liesOn(node: number): boolean {
    return this.#relation[node] === ON;
  }

  /** The room of a thing; of a held one, where the robot is. */
  roomOf(node: number): number {
    return this.isHeld(node) ? this.#robotRoom : (this.#room[node] as number);
  }

  isHeated(node: number): boolean {
    return ((this.#latched[node] as number) & HEATED) !== 0;
  }

  isToasted(node: number): boolean {
    return ((this.#latched[node] as number) & TOASTED) !== 0;
  }

  /** The square of the horizontal distance from the robot, in square metres. */
  distanceSquared(node: number): number {
    const dx = (this.#x[node] as number) - this.#robotX;
    const dz = (this.#z[node] as number) - this.#robotZ;
    return dx * dx + dz * dz;
  }

  has(node: number, property: Property): boolean {
    return ((this.tables.properties[node] as number) & PROPERTY_BITS[property]) !== 0;
  }

  is(node: number, state: State): boolean {
    return ((this.#states[node] as number) & STATE_BITS[state]) !== 0;
  }

  isSeen(node: number): boolean {
    return this.#seen[node] === 1;
  }

  isVisible(node: number): boolean {
    for (let at = node; at !== NONE; at = this.#parent[at] as number) {
      if (this.#relation[at] === IN && this.#hides(this.#parent[at] as number)) return false;
    }
    return true;
  }

  /** Within reach of where the robot stands, or the target, what bears or holds it, what is on it or, when open, in it. */
  isClose(node: number): boolean {
    if (this.isHeld(node)) return true;
    if (this.#room[node] !== this.#robotRoom || this.tables.rooms[node] === 1) return false;
    if (this.distanceSquared(node) <= this.#reachSquared) return true;
    const target = this.#target;
    if (target === NONE) return false;
    if (node === target || node === this.#parent[target]) return true;
    return this.#parent[node] === target && (this.#relation[node] === ON || !this.#hides(target));
  }

  isHeld(node: number): boolean {
    return this.#parent[node] === NONE && this.tables.rooms[node] === 0;
  }

  hasFreeHand(): boolean {
    return this.#hands.includes(NONE);
  }

  isGraspable(node: number): boolean {
    return this.tables.graspable[node] === 1;
  }

  isLocked(node: number): boolean {
    return this.tables.locked[node] === 1;
  }

  hasSpace(node: number): boolean {
    const capacity = this.tables.capacity[node] as number;
    if (capacity < 0) return true;
    let inside = 0;
    for (let thing = 0; thing < this.tables.size; thing++) {
      if (this.#parent[thing] === node && this.#relation[thing] === IN) inside++;
    }
    return inside < capacity;
  }

  requiresClosed(node: number): boolean {
    return this.tables.requiresClosed[node] === 1;
  }

  moveTo(node: number): void {
    if (this.isHeld(node)) return;
    const { rooms, house } = this.tables;
    const anchor = house.anchors.get(node);
    const room = rooms[node] === 1 ? node : (this.#room[node] as number);
    this.#robotX = anchor?.[0] ?? (this.#x[node] as number);
    this.#robotZ = anchor?.[1] ?? (this.#z[node] as number);
    this.#target = rooms[node] === 1 ? NONE : node;
    this.#version++;
    if (room !== this.#robotRoom) {
      this.#robotRoom = room;
      this.#look();
    }
  }

  pickUp(node: number): void {
    const parent = this.#parent[node] as number;
    this.#hands[this.#hands.indexOf(NONE)] = node;
    this.#parent[node] = NONE;
    this.#relation[node] = 0;
    this.#children[parent] = (this.#children[parent] as number) - 1;
    if (this.#target === node) this.#target = this.tables.rooms[parent] === 1 ? NONE : parent;
    this.#version++;
    if (this.#children[node] !== 0) this.#spill(node);
  }

  place(node: number, relation: Place['relation'], at: number): void {
    this.#hands[this.#hands.indexOf(node)] = NONE;
    this.#parent[node] = at;
    this.#relation[node] = relation === 'ON' ? ON : IN;
    this.#children[at] = (this.#children[at] as number) + 1;
    this.#room[node] = this.#room[at] as number;
    this.#x[node] = this.#x[at] as number;
    this.#z[node] = this.#z[at] as number;
    this.#version++;
    this.#treat(node);
  }

  become(node: number, state: State, opposite: State): void {
    this.#states[node] = ((this.#states[node] as number) & ~STATE_BITS[opposite]) | STATE_BITS[state];
    this.#version++;
    if (state === 'OPEN' && this.#children[node] !== 0) this.#look();
    if (state === 'ON' && (this.tables.heats[node] === 1 || this.tables.toasts[node] === 1)) this.#treatAll();
  }

  /** Everything that an action can change, as text: equal texts are equal states. */
  digest(): string {
    const columns = [this.#parent, this.#relation, this.#room, this.#states, this.#seen, this.#latched];
    const robot = [this.#robotRoom, this.#robotX, this.#robotZ, this.#target, this.#hands.join()];
    return [...columns, this.#children, this.#x, this.#z, robot].map((column) => column.join()).join(';');
  }

  /** Copies of what there is one entry a node of. */
  #columns(): Columns {
    return {
      parent: this.#parent.slice(),
      relation: this.#relation.slice(),
      children: this.#children.slice(),
      room: this.#room.slice(),
      states: this.#states.slice(),
      seen: this.#seen.slice(),
      latched: this.#latched.slice(),
      x: this.#x.slice(),
      z: this.#z.slice(),
    };
  }

  /** Whether what is inside cannot be seen. */
  #hides(node: number): boolean {
    return this.is(node, 'CLOSED') && this.has(node, 'CONTAINERS');
  }

  /** Sees what there is to see in the robot's room. */
  #look(): void {
    const { size, seeable } = this.tables;
    for (let node = 0; node < size; node++) {
      if (this.#seen[node] === 1 || seeable[node] === 0 || this.#room[node] !== this.#robotRoom) continue;
      if (this.isVisible(node)) this.#seen[node] = 1;
    }
  }

  /** What lies on or in a thing falls into the robot's room. */
  #spill(node: number): void {
    for (let thing = 0; thing < this.tables.size; thing++) {
      if (this.#parent[thing] !== node) continue;
      this.#parent[thing] = this.#robotRoom;
      this.#relation[thing] = IN;
      this.#children[this.#robotRoom] = (this.#children[this.#robotRoom] as number) + 1;
    }
    this.#children[node] = 0;
    this.#look();
  }

  /** Latches what the running devices around a thing do to it. */
  #treat(node: number): void {
    const { heats, toasts } = this.tables;
    for (let at = node; at !== NONE; at = this.#parent[at] as number) {
      if (this.#relation[at] !== IN) continue;
      const device = this.#parent[at] as number;
      if (!this.is(device, 'ON')) continue;
      if (heats[device] === 1) this.#latched[node] = (this.#latched[node] as number) | HEATED;
      if (toasts[device] === 1) this.#latched[node] = (this.#latched[node] as number) | TOASTED;
    }
  }

  #treatAll(): void {
    for (let node = 0; node < this.tables.size; node++) this.#treat(node);
  }
}

type Columns = {
  readonly parent: Int32Array;
  readonly relation: Uint8Array;
  readonly children: Int32Array;
  readonly room: Int32Array;
  readonly states: Uint8Array;
  readonly seen: Uint8Array;
  readonly latched: Uint8Array;
  readonly x: Float64Array;
  readonly z: Float64Array;
};

function initialColumns({ house, rooms, size }: HouseTables): Columns {
  const { nodes } = house;
  const parent = Int32Array.from(nodes, ({ place }) => place?.at ?? NONE);
  const children = new Int32Array(size);
  for (const { place } of nodes) if (place !== null) children[place.at] = (children[place.at] as number) + 1;
  return {
    parent,
    relation: Uint8Array.from(nodes, ({ place }) => (place === null ? 0 : place.relation === 'ON' ? ON : IN)),
    children,
    room: Int32Array.from(nodes, (_, node) => {
      let root = node;
      while (parent[root] !== NONE) root = parent[root] as number;
      return root;
    }),
    states: Uint8Array.from(nodes, (node) => stateBits(node)),
    seen: Uint8Array.from(rooms),
    latched: new Uint8Array(size),
    x: Float64Array.from(nodes, ({ position }) => position[0]),
    z: Float64Array.from(nodes, ({ position }) => position[2]),
  };
}
