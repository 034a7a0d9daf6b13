/** A node is an index into `nodes`. */
import { CLASSES, isSeenCategory, PROPERTIES, type Property, STATES } from './class_table.ts';

export const PROPERTY_BITS = nameBits(PROPERTIES);

export const STATE_BITS = nameBits(STATES);

export const LIST_BITS = { objects: 1, containers: 2, surfaces: 4 } as const;

export type HouseTables = Readonly<ReturnType<typeof newTables>>;

const tablesOf = new WeakMap<House, HouseTables>();

export function houseTables(house: House, task: string): HouseTables {
  const ungraspable = new Set(house.ungraspableIn.get(task));
  if (ungraspable.size > 0) return newTables(house, ungraspable);
  const tables = tablesOf.get(house) ?? newTables(house, ungraspable);
  tablesOf.set(house, tables);
  return tables;
}

function newTables(house: House, ungraspable: ReadonlySet<string>) {
  const { nodes } = house;
  const classes = nodes.map(({ className }) => CLASSES.get(className));
  const column = (entry: (node: HouseNode, index: number) => boolean) =>
    Uint8Array.from(nodes, (node, index) => (entry(node, index) ? 1 : 0));
  const lists = Uint8Array.from(nodes, (node) => listBits(node));
  return {
    house,
    size: nodes.length,
    properties: Uint8Array.from(nodes, ({ properties }) => bitsOf(PROPERTY_BITS, properties)),
    lists,
    listed: [...lists.keys()].filter((node) => lists[node] !== 0),
    roomNames: house.names.filter((_, node) => isRoom(nodes[node]!)),
    seeable: column(isSeenNode),
    rooms: column(isRoom),
    locked: column(({ locked }) => locked),
    graspable: column(
      (node) => node.properties.includes('GRABBABLE') && !node.ungraspable && !ungraspable.has(node.className),
    ),
    requiresClosed: column(({ requiresClosed }, index) => requiresClosed ?? classes[index]?.requiresClosed === true),
    heats: column((_, index) => classes[index]?.heats === true),
    toasts: column((_, index) => classes[index]?.toasts === true),
    /** -1 for any number. */
    capacity: Int16Array.from(nodes, (_, index) => classes[index]?.capacity ?? -1),
  };
}

export function stateBits(node: HouseNode): number {
  return bitsOf(STATE_BITS, node.states);
}

function listBits(node: HouseNode): number {
  if (!isSeenNode(node)) return 0;
  const has = (property: Property) => node.properties.includes(property);
  const objects = has('GRABBABLE') || has('HAS_SWITCH') ? LIST_BITS.objects : 0;
  const containers = has('CAN_OPEN') && has('CONTAINERS') && !has('GRABBABLE') ? LIST_BITS.containers : 0;
  return objects | containers | (has('SURFACES') ? LIST_BITS.surfaces : 0);
}

export function nameBits<N extends string>(names: readonly N[]): Readonly<Record<N, number>> {
  return Object.fromEntries(names.map((name, index) => [name, 1 << index])) as Record<N, number>;
}

export function bitsOf(bits: Readonly<Record<string, number>>, words: readonly string[]): number {
  return words.reduce((mask, word) => (Object.hasOwn(bits, word) ? mask | bits[word]! : mask), 0);
}

export type Place = Readonly<{ relation: 'ON' | 'IN'; at: number }>;

export type HouseNode = Readonly<{
  /** VirtualHome's id, or the position in a house file, from 1. */
  id: number;
  className: string;
  category: string;
  properties: readonly string[];
  states: readonly string[];
  /** Metres: x, height, z. */
  position: readonly [number, number, number];
  /** Metres along x and z, only for drawings. */
  size?: readonly [number, number];
  /** Null for rooms. */
  place: Place | null;
  locked: boolean;
  ungraspable: boolean;
  /** Overrides the class. */
  requiresClosed?: boolean;
}>;

export type House = Readonly<{
  name: string;
  nodes: readonly HouseNode[];
  names: readonly string[];
  indexOf: ReadonlyMap<string, number>;
  /** Room → where the robot arrives, x and z in metres. */
  anchors: ReadonlyMap<number, readonly [number, number]>;
  start: number;
  /** Task name → classes that cannot be grasped in it. */
  ungraspableIn: ReadonlyMap<string, readonly string[]>;
}>;

/** `['towel', 'towel']` → `['towel1', 'towel2']`. */
export function nameNodes(classNames: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return classNames.map((className) => {
    const lower = className.toLowerCase();
    const count = (counts.get(lower) ?? 0) + 1;
    counts.set(lower, count);
    return `${lower}${count}`;
  });
}

export function isRoom(node: Pick<HouseNode, 'category'>): boolean {
  return node.category === 'Rooms';
}

export function isSeenNode(node: HouseNode): boolean {
  return isSeenCategory(node.category);
}

export function firstCircular(places: readonly (Place | null)[]): number | null {
  const rooted = new Set<number>();
  for (const start of places.keys()) {
    const path = new Set<number>();
    for (let node: number | undefined = start; node !== undefined && !rooted.has(node); node = places[node]?.at) {
      if (path.has(node)) return start;
      path.add(node);
    }
    for (const node of path) rooted.add(node);
  }
  return null;
}
