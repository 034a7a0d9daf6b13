/**
 * The changing part of a household under profile `paper`: typed arrays, one entry a node.
 *
 * Every thing has one place (on or in another node, or in a hand), so containment is a tree whose roots are rooms. A
 * placed thing takes the position of what it is put on or in; a thing that falls keeps its own. Decisions where the paper
 * is silent are in README, "Decisions".
 */
import type { Property, State } from '../scene/class_table.ts';
import type { Place } from '../scene/house.ts';
import { type HouseTables, PROPERTY_BITS, STATE_BITS } from '../scene/house_tables.ts';
import { LastKnown, type Perception } from './last_known.ts';
import { seeRoom } from './see_room.ts';
import { copyOf, countInside, IN, initialColumns, lay, lift, NONE, ON, type StateColumns } from './state_columns.ts';

/**
 * What devices do to the things inside when they are switched on: heat them, toast them, for good.
 *
 * A microwave heats all that is inside, on a plate too; a toaster toasts only what was put right into it.
 *
 * Bits of `StateColumns.latched`.
 */
export const HEATED = 1;
export const TOASTED = 2;

/** Latches what a device, as it begins to run, does to the things inside. */
export function treatInside(device: number, now: StateColumns, { size, heats, toasts }: HouseTables): void {
  if (heats[device] === 0 && toasts[device] === 0) return;
  for (let node = 0; node < size; node++) {
    const isDirectly = now.parent[node] === device && now.relation[node] === IN;
    if (toasts[device] === 1 && isDirectly) now.latched[node] = now.latched[node]! | TOASTED;
    if (heats[device] === 1 && isInside(node, device, now)) now.latched[node] = now.latched[node]! | HEATED;
  }
}

function isInside(node: number, device: number, { parent, relation }: StateColumns): boolean {
  for (let at = node; at !== NONE; at = parent[at]!) {
    if (parent[at] === device) return relation[at] === IN;
  }
  return false;
}

/** See `household_options.ts`. */
export type StateOptions = Readonly<{ reachM: number; hands: 1 | 2; perception: 'always' | 'on_entry' }>;

/** Our decisions: the paper says "near" and "two hands" only. */
export const PAPER_OPTIONS: StateOptions = { reachM: 1.5, hands: 2, perception: 'always' };

export class HouseholdState {
  readonly tables: HouseTables;
  readonly #options: StateOptions;
  readonly #reachSquared: number;
  readonly #looksAlways: boolean;
  /** Shared with copies until one of them changes; to be written to by `#own()`. */
  #now: StateColumns;
  #isShared = false;
  /** Right hand first. */
  readonly #hands: Int32Array;
  #robotRoom: number;
  #robotX: number;
  #robotZ: number;
  /** The thing at which the robot stands, or `NONE`. */
  #target = NONE;
  #version = 0;
  /** Null where the robot perceives all the time, and does not err: then last-known places are the true ones. */
  #lastKnown: LastKnown | null = null;

  /** The initial state of a house, with the robot at its anchor, looking around; or a copy of `source`. */
  constructor(tables: HouseTables, options: StateOptions, source: HouseholdState | null = null) {
    this.tables = tables;
    this.#options = options;
    this.#reachSquared = options.reachM * options.reachM;
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

  /** A copy that goes its own way, with a perception that does not err. */
  clone(): HouseholdState {
    return new HouseholdState(this.tables, this.#options, this);
  }

  /** Forgets what has been seen, and looks again with a perception that errs; so from now on. */
  perceiveWith(perception: Perception): void {
    this.#lastKnown = new LastKnown(this.tables.size, perception);
    this.#own().seen.fill(0);
    this.look();
  }

  /** Looks around once more. */
  look(): void {
    this.#version++;
    this.#look();
  }

  /** Last-known places, where they may differ from the true ones. */
  get lastKnown(): LastKnown | null {
    return this.#lastKnown;
  }

  /** Counts changes: what is computed from a state holds as long as it stands still. */
  get version(): number {
    return this.#version;
  }

  get robotRoom(): number {
    return this.#robotRoom;
  }

  /** Where the robot stands, x and z in metres. */
  get robotPosition(): readonly [number, number] {
    return [this.#robotX, this.#robotZ];
  }

  /** The thing at which the robot stands, or -1. */
  get robotTarget(): number {
    return this.#target;
  }

  /** The square of its reach, in square metres. */
  get reachSquared(): number {
    return this.#reachSquared;
  }

  /** x and z of a thing in metres; of a held one, of where it was taken from. */
  positionOf(node: number): readonly [number, number] {
    return [this.#now.x[node]!, this.#now.z[node]!];
  }

  /** How many things lie directly on or in a node. */
  childrenOf(node: number): number {
    return this.#now.children[node]!;
  }

  /** Whether the robot has been in a room. */
  hasEntered(room: number): boolean {
    return this.#now.seen[room] === 1;
  }

  /** How many hands the robot has. */
  get hands(): number {
    return this.#hands.length;
  }

  /** Held things, right hand first. */
  held(): number[] {
    return [...this.#hands].filter((node) => node !== NONE);
  }

  /** What a hand holds, or -1. */
  heldIn(hand: 'right' | 'left'): number {
    return this.#hands[hand === 'right' ? 0 : 1] ?? NONE;
  }

  /** What a thing lies on or in, or -1 for rooms and held things. */
  parentOf(node: number): number {
    return this.#now.parent[node]!;
  }

  /** Whether a thing lies on, not in, its parent. */
  liesOn(node: number): boolean {
    return this.#now.relation[node] === ON;
  }

  /** The room of a thing; of a held one, where the robot is. */
  roomOf(node: number): number {
    return this.isHeld(node) ? this.#robotRoom : this.#now.room[node]!;
  }

  isHeated(node: number): boolean {
    return (this.#now.latched[node]! & HEATED) !== 0;
  }

  isToasted(node: number): boolean {
    return (this.#now.latched[node]! & TOASTED) !== 0;
  }

  /** The square of the horizontal distance from the robot, in square metres. */
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

  /** Within reach of where the robot stands, or the target, what it is on or in, and what is on or in it. */
  isClose(node: number): boolean {
    if (this.isHeld(node)) return true;
    if (this.#now.room[node] !== this.#robotRoom || this.tables.rooms[node] === 1) return false;
    if (this.distanceSquared(node) <= this.#reachSquared) return true;
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

  isLocked(node: number): boolean {
    return this.tables.locked[node] === 1;
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
    const spills = lift(this.#own(), { node, into: this.#robotRoom });
    if (this.#target === node) this.#target = this.tables.rooms[parent] === 1 ? NONE : parent;
    this.believe(node, null);
    if (spills && this.#looksAlways) this.#look();
  }

  place(node: number, relation: Place['relation'], at: number): void {
    this.#hands[this.#hands.indexOf(node)] = NONE;
    lay(this.#own(), node, { relation, at });
    this.believe(node, { relation, at });
  }

  /** The robot is told that it has put a thing in this place, or has it in a hand (null), be it true or not. */
  believe(node: number, place: Place | null): void {
    this.#lastKnown?.believe(node, place);
    this.#version++;
  }

  become(node: number, state: State, opposite: State): void {
    const now = this.#own();
    now.states[node] = (now.states[node]! & ~STATE_BITS[opposite]) | STATE_BITS[state];
    this.#version++;
    const shows = this.#looksAlways ? now.children[node] !== 0 : this.has(node, 'CONTAINERS');
    if (state === 'OPEN' && shows) this.#look();
    if (state === 'ON') treatInside(node, now, this.tables);
  }

  /** Has a simulator's report written into it; what has been seen, heated and toasted is to stay. */
  adopt(write: (now: StateColumns, hands: Int32Array) => void): void {
    write(this.#own(), this.#hands);
    this.#version++;
    if (this.#looksAlways) this.#look();
  }

  /** Everything that an action can change, as text: equal texts are equal states. */
  digest(): string {
    const robot = [this.#robotRoom, this.#robotX, this.#robotZ, this.#target];
    const columns = [...Object.values(this.#now), this.#hands, robot].map((column) => column.join());
    return [...columns, this.#lastKnown?.digest()].join(';');
  }

  /** Sees what there is to see in the robot's room. What shows up there later does so by `become` or `pickUp`. */
  #look(): void {
    const now = this.#own();
    now.seen[this.#robotRoom] = 1;
    if (this.#lastKnown !== null) this.#lastKnown.look(this, now.seen);
    else seeRoom(now, { room: this.#robotRoom, seeable: this.tables.seeable });
  }

  #own(): StateColumns {
    if (this.#isShared) this.#now = copyOf(this.#now);
    this.#isShared = false;
    return this.#now;
  }
}
