/** Places form a tree with rooms as roots. */
import type { Property, State } from '../scene/class_table.ts';
import { type HouseTables, type Place, PROPERTY_BITS, STATE_BITS } from '../scene/house.ts';
import { LastKnown, type Perception } from './last_known.ts';
import {
  copyOf,
  countInside,
  IN,
  initialColumns,
  lay,
  lift,
  NONE,
  ON,
  type StateColumns,
  seeRoom,
} from './state_columns.ts';

const HEATED = 1;
const TOASTED = 2;

function treatContents(device: number, now: StateColumns, { size, heats, toasts }: HouseTables): void {
  if (heats[device] === 0 && toasts[device] === 0) return;
  for (let node = 0; node < size; node++) {
    const isDirectly = now.parent[node] === device && now.relation[node] === IN;
    if (toasts[device] === 1 && isDirectly) now.latched[node] = now.latched[node]! | TOASTED;
    if (heats[device] === 1 && isInside(node, device, now)) now.latched[node] = now.latched[node]! | HEATED;
  }
}

function isInside(node: number, device: number, { parent, relation }: StateColumns): boolean {
  for (let at = node; at !== NONE; at = parent[at]!) if (parent[at] === device) return relation[at] === IN;
  return false;
}

export type StateOptions = Readonly<{ reachM: number; hands: 1 | 2; perception: 'always' | 'on_entry' }>;

export const PAPER_OPTIONS: StateOptions = { reachM: 1.5, hands: 2, perception: 'always' };

export class HouseholdState {
  readonly tables: HouseTables;
  readonly #options: StateOptions;
  readonly reachSquared: number;
  readonly #looksAlways: boolean;
  /** Copies share it until a change; write through `#writable()`. */
  #now: StateColumns;
  #isShared = false;
  readonly #hands: Int32Array;
  #robotRoom: number;
  #robotX: number;
  #robotZ: number;
  #target = NONE;
  #version = 0;
  /** Null if the last-known places are the true ones. */
  #lastKnown: LastKnown | null = null;

  constructor(tables: HouseTables, options: StateOptions, source: HouseholdState | null = null) {
    this.tables = tables;
    this.#options = options;
    this.reachSquared = options.reachM * options.reachM;
    this.#looksAlways = options.perception === 'always';
    this.#now = source === null ? initialColumns(tables) : source.#now;
    if (source === null) {
      this.#hands = new Int32Array(options.hands).fill(NONE);
      this.#robotRoom = tables.house.start;
      [this.#robotX, this.#robotZ] = tables.house.anchors.get(this.#robotRoom) as readonly [number, number];
      if (options.perception === 'on_entry') this.#lastKnown = new LastKnown(tables.size);
      this.#look();
    } else {
      source.#isShared = this.#isShared = true;
      this.#hands = source.#hands.slice();
      this.#robotRoom = source.#robotRoom;
      [this.#robotX, this.#robotZ] = source.robotPosition;
      [this.#target, this.#version] = [source.#target, source.#version];
      this.#lastKnown = source.#lastKnown?.clone() ?? null;
    }
  }

  /** The copy's perception makes no errors. */
  clone(): HouseholdState {
    return new HouseholdState(this.tables, this.#options, this);
  }

  perceiveWith(perception: Perception): void {
    this.#lastKnown = new LastKnown(this.tables.size, perception);
    this.#writable().seen.fill(0);
    this.look();
  }

  look(): void {
    this.#version++;
    this.#look();
  }

  get lastKnown(): LastKnown | null {
    return this.#lastKnown;
  }

  get version(): number {
    return this.#version;
  }

  get robotRoom(): number {
    return this.#robotRoom;
  }

  /** x and z in metres. */
  get robotPosition(): readonly [number, number] {
    return [this.#robotX, this.#robotZ];
  }

  get robotTarget(): number {
    return this.#target;
  }

  /** A held thing has the position where the robot took it. */
  positionOf(node: number): readonly [number, number] {
    return [this.#now.x[node]!, this.#now.z[node]!];
  }

  childrenOf(node: number): number {
    return this.#now.children[node]!;
  }

  hasEntered(room: number): boolean {
    return this.#now.seen[room] === 1;
  }

  get hands(): number {
    return this.#hands.length;
  }

  held(): number[] {
    return [...this.#hands].filter((node) => node !== NONE);
  }

  heldIn(hand: 'right' | 'left'): number {
    return this.#hands[hand === 'right' ? 0 : 1] ?? NONE;
  }

  /** -1 for rooms and held things. */
  parentOf(node: number): number {
    return this.#now.parent[node]!;
  }

  liesOn(node: number): boolean {
    return this.#now.relation[node] === ON;
  }

  roomOf(node: number): number {
    return this.isHeld(node) ? this.#robotRoom : this.#now.room[node]!;
  }

  isHeated(node: number): boolean {
    return (this.#now.latched[node]! & HEATED) !== 0;
  }

  isToasted(node: number): boolean {
    return (this.#now.latched[node]! & TOASTED) !== 0;
  }

  distanceSquared(node: number): number {
    const dx = this.#now.x[node]! - this.#robotX;
    const dz = this.#now.z[node]! - this.#robotZ;
    return dx * dx + dz * dz;
  }

  has(node: number, property: Property): boolean {
    return (this.tables.properties[node]! & PROPERTY_BITS[property]) !== 0;
  }

  is(node: number, state: State): boolean {
    return (this.#now.states[node]! & STATE_BITS[state]) !== 0;
  }

  isSeen(node: number): boolean {
    return this.#now.seen[node] === 1 || this.tables.rooms[node] === 1;
  }

  isVisible(node: number): boolean {
    for (let at = node; at !== NONE; at = this.#now.parent[at]!) {
      if (this.#now.relation[at] === IN && this.is(this.#now.parent[at]!, 'CLOSED')) return false;
    }
    return true;
  }

  isClose(node: number): boolean {
    if (this.isHeld(node)) return true;
    if (this.#now.room[node] !== this.#robotRoom || this.tables.rooms[node] === 1) return false;
    if (this.distanceSquared(node) <= this.reachSquared) return true;
    const target = this.#target;
    if (target === NONE) return false;
    return node === target || node === this.#now.parent[target] || this.#now.parent[node] === target;
  }

  isHeld(node: number): boolean {
    return this.#now.parent[node] === NONE && this.tables.rooms[node] === 0;
  }

  hasFreeHand(): boolean {
    return this.#hands.includes(NONE);
  }

  isGraspable(node: number): boolean {
    return this.tables.graspable[node] === 1;
  }

  hasSpace(node: number): boolean {
    const capacity = this.tables.capacity[node]!;
    return capacity < 0 || countInside(this.#now, node) < capacity;
  }

  requiresClosed(node: number): boolean {
    return this.tables.requiresClosed[node] === 1;
  }

  moveTo(node: number): void {
    if (this.isHeld(node)) return;
    const { rooms, house } = this.tables;
    const anchor = house.anchors.get(node);
    const room = rooms[node] === 1 ? node : this.#now.room[node]!;
    this.#robotX = anchor?.[0] ?? this.#now.x[node]!;
    this.#robotZ = anchor?.[1] ?? this.#now.z[node]!;
    this.#target = rooms[node] === 1 ? NONE : node;
    this.#version++;
    const isEntry = room !== this.#robotRoom;
    this.#robotRoom = room;
    if (this.#lastKnown === null ? this.#now.seen[room] === 0 : isEntry || this.#looksAlways) this.#look();
  }

  pickUp(node: number): void {
    const parent = this.parentOf(node);
    this.#hands[this.#hands.indexOf(NONE)] = node;
    const spills = lift(this.#writable(), { node, into: this.#robotRoom });
    if (this.#target === node) this.#target = this.tables.rooms[parent] === 1 ? NONE : parent;
    this.believe(node, null);
    if (spills && this.#looksAlways) this.#look();
  }

  place(node: number, relation: Place['relation'], at: number): void {
    this.#hands[this.#hands.indexOf(node)] = NONE;
    lay(this.#writable(), node, { relation, at });
    this.believe(node, { relation, at });
  }

  believe(node: number, place: Place | null): void {
    this.#lastKnown?.believe(node, place);
    this.#version++;
  }

  become(node: number, state: State, opposite: State): void {
    const now = this.#writable();
    now.states[node] = (now.states[node]! & ~STATE_BITS[opposite]) | STATE_BITS[state];
    this.#version++;
    const shows = this.#looksAlways ? now.children[node] !== 0 : this.has(node, 'CONTAINERS');
    if (state === 'OPEN' && shows) this.#look();
    if (state === 'ON') treatContents(node, now, this.tables);
  }

  overwrite(write: (now: StateColumns, hands: Int32Array) => void): void {
    write(this.#writable(), this.#hands);
    this.#version++;
    if (this.#looksAlways) this.#look();
  }

  digest(): string {
    const robot = [this.#robotRoom, this.#robotX, this.#robotZ, this.#target];
    return [...Object.values(this.#now), this.#hands, robot, this.#lastKnown?.digest()].join(';');
  }

  #look(): void {
    const now = this.#writable();
    now.seen[this.#robotRoom] = 1;
    if (this.#lastKnown !== null) this.#lastKnown.look(this, now.seen);
    else seeRoom(now, { room: this.#robotRoom, seeable: this.tables.seeable });
  }

  #writable(): StateColumns {
    if (this.#isShared) this.#now = copyOf(this.#now);
    this.#isShared = false;
    return this.#now;
  }
}
