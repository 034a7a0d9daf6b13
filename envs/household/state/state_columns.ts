/**
 * The columns of a household state: one entry a node.
 *
 * @module
 */
import type { House } from '../scene/house.ts';
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
  readonly x: Float64Array;
  readonly z: Float64Array;
};

/** House → its columns as it was read, of which each state takes a copy. */
const asRead = new WeakMap<House, StateColumns>();

/** The columns of a house as it was read; nothing has been seen. */
export function initialColumns({ house, size }: HouseTables): StateColumns {
  const columns = asRead.get(house) ?? columnsOf(house, size);
  asRead.set(house, columns);
  return copyColumns(columns);
}

function columnsOf({ nodes }: House, size: number): StateColumns {
  const parent = Int32Array.from(nodes, ({ place }) => place?.at ?? NONE);
  const children = new Int32Array(size);
  for (const { place } of nodes) if (place !== null) children[place.at] = children[place.at]! + 1;
  return {
    parent,
    relation: Uint8Array.from(nodes, ({ place }) => (place === null ? 0 : place.relation === 'ON' ? ON : IN)),
    children,
    room: roots(parent),
    states: Uint8Array.from(nodes, (node) => stateBits(node)),
    seen: new Uint8Array(size),
    latched: new Uint8Array(size),
    x: Float64Array.from(nodes, ({ position }) => position[0]),
    z: Float64Array.from(nodes, ({ position }) => position[2]),
  };
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

export function copyColumns(columns: StateColumns): StateColumns {
  return {
    parent: columns.parent.slice(),
    relation: columns.relation.slice(),
    children: columns.children.slice(),
    room: columns.room.slice(),
    states: columns.states.slice(),
    seen: columns.seen.slice(),
    latched: columns.latched.slice(),
    x: columns.x.slice(),
    z: columns.z.slice(),
  };
}

/** How many things lie directly in a node, not on it. */
export function countInside({ parent, relation }: StateColumns, node: number): number {
  let count = 0;
  for (let thing = 0; thing < parent.length; thing++) {
    if (parent[thing] === node && relation[thing] === IN) count++;
  }
  return count;
}

/** What lies directly on or in a node falls into the room in which it is. */
export function spill(
  { parent, relation, children }: StateColumns,
  { from, into }: { readonly from: number; readonly into: number },
): void {
  for (let thing = 0; thing < parent.length; thing++) {
    if (parent[thing] !== from) continue;
    parent[thing] = into;
    relation[thing] = IN;
    children[into] = children[into]! + 1;
  }
  children[from] = 0;
}
