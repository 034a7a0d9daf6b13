import { type House, type HouseTables, type Place, STATE_BITS, stateBits } from '../scene/house.ts';

const VISIBLE = 1;
const HIDDEN = 2;

/** In time linear in the nodes. */
export function seeRoom(
  { parent, relation, states, seen, room: rooms }: StateColumns,
  { room, seeable }: { room: number; seeable: Uint8Array },
): void {
  const verdicts = new Uint8Array(seen.length);
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || seeable[start] === 0 || rooms[start] !== room) continue;
    const path: number[] = [];
    for (let node = start; node !== NONE && verdicts[node] === 0; node = parent[node]!) path.push(node);
    for (const node of path.reverse()) {
      const above = parent[node]!;
      const isClosedIn = relation[node] === IN && (states[above]! & STATE_BITS.CLOSED) !== 0;
      verdicts[node] = isClosedIn ? HIDDEN : above === NONE ? VISIBLE : verdicts[above]!;
    }
    if (verdicts[start] === VISIBLE) seen[start] = 1;
  }
}

export const ON = 1;
export const IN = 2;

export const NONE = -1;

export type StateColumns = Readonly<{
  parent: Int32Array;
  relation: Uint8Array;
  children: Int32Array;
  /** A held thing keeps its last room. */
  room: Int32Array;
  states: Uint8Array;
  seen: Uint8Array;
  latched: Uint8Array;
  x: Float64Array<ArrayBuffer>;
  z: Float64Array;
}>;

const NODE_BYTES = 2 * 8 + 3 * 4 + 4;

const columnsByHouse = new WeakMap<House, StateColumns>();

export function initialColumns({ house, size }: HouseTables): StateColumns {
  const columns = columnsByHouse.get(house) ?? columnsOf(house, size);
  columnsByHouse.set(house, columns);
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

export type ReportedColumns = Pick<StateColumns, 'parent' | 'relation' | 'states' | 'x' | 'z'>;

export function writeReport(now: StateColumns, report: ReportedColumns, rooms: Uint8Array): void {
  for (const column of ['parent', 'relation', 'states', 'x', 'z'] as const) now[column].set(report[column]);
  now.children.fill(0);
  for (const at of now.parent) if (at !== NONE) now.children[at] = now.children[at]! + 1;
  for (const [node, root] of roots(now.parent).entries()) {
    if (rooms[root] === 1) now.room[node] = root;
  }
}

function roots(parent: Int32Array): Int32Array {
  const rootOf = new Int32Array(parent.length).fill(NONE);
  for (const start of parent.keys()) {
    let root = start;
    while (rootOf[root] === NONE && parent[root] !== NONE) root = parent[root]!;
    if (rootOf[root] !== NONE) root = rootOf[root]!;
    for (let node = start; node !== NONE && rootOf[node] === NONE; node = parent[node]!) rootOf[node] = root;
  }
  return rootOf;
}

/** Copies one buffer, since searches copy all the time. */
export function copyOf({ parent, x }: StateColumns): StateColumns {
  return columnsIn(x.buffer.slice(0), parent.length);
}

function columnsIn(buffer: ArrayBuffer, size: number): StateColumns {
  const [doubleBytes, integerBytes] = [8 * size, 4 * size];
  const bytes = (column: number) => new Uint8Array(buffer, 2 * doubleBytes + 3 * integerBytes + column * size, size);
  return {
    x: new Float64Array(buffer, 0, size),
    z: new Float64Array(buffer, doubleBytes, size),
    parent: new Int32Array(buffer, 2 * doubleBytes, size),
    children: new Int32Array(buffer, 2 * doubleBytes + integerBytes, size),
    room: new Int32Array(buffer, 2 * doubleBytes + 2 * integerBytes, size),
    relation: bytes(0),
    states: bytes(1),
    seen: bytes(2),
    latched: bytes(3),
  };
}

export function lay(columns: StateColumns, node: number, { relation, at }: Place): void {
  const { parent, children, room, x, z } = columns;
  parent[node] = at;
  columns.relation[node] = relation === 'ON' ? ON : IN;
  children[at] = children[at]! + 1;
  for (const column of [room, x, z]) column[node] = column[at]!;
}

export function countInside({ parent, relation }: StateColumns, node: number): number {
  let count = 0;
  for (let thing = 0; thing < parent.length; thing++) if (parent[thing] === node && relation[thing] === IN) count++;
  return count;
}

export function lift(
  { parent, relation, children }: StateColumns,
  { node, into }: { node: number; into: number },
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
