/** The columns of a household state: one entry a node. */
import type { House, Place } from '../scene/house.ts';
import { type HouseTables, stateBits } from '../scene/house_tables.ts';

/** Relations to what a thing lies on or in; 0 for rooms and held things. */
export const ON = 1;
export const IN = 2;

/** No node. */
export const NONE = -1;

export type StateColumns = {
  /** What a thing lies on or in; `NONE` for rooms and held things. */
  readonly parent: Int32Array;
  readonly relation: Uint8Array;
  /** How many things lie directly on or in a node. */
  readonly children: Int32Array;
  /** The room of a thing; of a held one, the room that it was taken from. */
  readonly room: Int32Array;
  readonly states: Uint8Array;
  /** 1 for things that the robot has seen, and for rooms in which it has been. */
  readonly seen: Uint8Array;
  /** What has happened to a thing, for good: heated, toasted. */
  readonly latched: Uint8Array;
  readonly x: Float64Array<ArrayBuffer>;
  readonly z: Float64Array;
};

/** Of one node, over all columns. */
const NODE_BYTES = 2 * 8 + 3 * 4 + 4;

/** House → its columns as it was read, of which each state takes a copy. */
const asRead = new WeakMap<House, StateColumns>();

/** The columns of a house as it was read; nothing has been seen. */
export function initialColumns({ house, size }: HouseTables): StateColumns {
  const columns = asRead.get(house) ?? columnsOf(house, size);
  asRead.set(house, columns);
  return copyOf(columns);
}

function columnsOf({ nodes }: House, size: number): StateColumns {
  const columns = columnsIn(new ArrayBuffer(NODE_BYTES * size), size);
  const { parent, children, relation, states, x, z } = columns;
  for (const [node, { place, position }] of nodes.entries()) {
    parent[node] = place?.at ?? NONE;
    relation[node] = place === null ? 0 : place.relation === 'ON' ? ON : IN;
    if (place !== null) children[place.at] = children[place.at]! + 1;
    states[node] = stateBits(nodes[node]!);
    [x[node], , z[node]] = position;
  }
  columns.room.set(roots(parent));
  return columns;
}

/** What a simulator reports of all nodes: places as in `StateColumns`, states as bits, metres. */
export type ReportedColumns = Pick<StateColumns, 'parent' | 'relation' | 'states' | 'x' | 'z'>;

/** Takes places and states as they are reported. What is held stays in the room from which it was taken. */
export function writeReport(now: StateColumns, report: ReportedColumns, rooms: Uint8Array): void {
  now.parent.set(report.parent);
  now.relation.set(report.relation);
  now.states.set(report.states);
  now.x.set(report.x);
  now.z.set(report.z);
  now.children.fill(0);
  for (const at of now.parent) if (at !== NONE) now.children[at] = now.children[at]! + 1;
  for (const [node, root] of roots(now.parent).entries()) {
    if (rooms[root] === 1) now.room[node] = root;
  }
}

/** Where the way up from each node ends. What was found of a node serves all that lead to it. */
function roots(parent: Int32Array): Int32Array {
  const found = new Int32Array(parent.length).fill(NONE);
  for (const start of parent.keys()) {
    let root = start;
    while (found[root] === NONE && parent[root] !== NONE) root = parent[root]!;
    if (found[root] !== NONE) root = found[root]!;
    for (let node = start; node !== NONE && found[node] === NONE; node = parent[node]!) found[node] = root;
  }
  return found;
}

/** One copy of bytes instead of nine: searches and judged beliefs make copies all the time. */
export function copyOf({ parent, x }: StateColumns): StateColumns {
  return columnsIn(x.buffer.slice(0), parent.length);
}

/** The columns of so many nodes in a buffer of their own, the widest first, as their alignment asks. */
function columnsIn(buffer: ArrayBuffer, size: number): StateColumns {
  const [wide, whole] = [8 * size, 4 * size];
  const bytes = (column: number) => new Uint8Array(buffer, 2 * wide + 3 * whole + column * size, size);
  return {
    x: new Float64Array(buffer, 0, size),
    z: new Float64Array(buffer, wide, size),
    parent: new Int32Array(buffer, 2 * wide, size),
    children: new Int32Array(buffer, 2 * wide + whole, size),
    room: new Int32Array(buffer, 2 * wide + 2 * whole, size),
    relation: bytes(0),
    states: bytes(1),
    seen: bytes(2),
    latched: bytes(3),
  };
}

/** Puts a thing that is on and in nothing on or in a node, where that stands. */
export function lay(columns: StateColumns, node: number, { relation, at }: Place): void {
  const { parent, children, room, x, z } = columns;
  parent[node] = at;
  columns.relation[node] = relation === 'ON' ? ON : IN;
  children[at] = children[at]! + 1;
  for (const column of [room, x, z]) column[node] = column[at]!;
}

/** How many things lie directly in a node, not on it. */
export function countInside({ parent, relation }: StateColumns, node: number): number {
  let count = 0;
  for (let thing = 0; thing < parent.length; thing++) {
    if (parent[thing] === node && relation[thing] === IN) count++;
  }
  return count;
}

/** Takes a thing off what it is on or in; what lies directly on or in it falls into a room, and whether anything does is returned. */
export function lift(
  { parent, relation, children }: StateColumns,
  { node, into }: { readonly node: number; readonly into: number },
): boolean {
  const from = parent[node]!;
  parent[node] = NONE;
  relation[node] = 0;
  children[from] = children[from]! - 1;
  if (children[node] === 0) return false;
  for (let thing = 0; thing < parent.length; thing++) {
    if (parent[thing] !== node) continue;
    parent[thing] = into;
    relation[thing] = IN;
    children[into] = children[into]! + 1;
  }
  children[node] = 0;
  return true;
}
