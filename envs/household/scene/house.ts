/** A node is an index into `nodes`; its name is its lower-case class and a number, counted from 1 in id order. */
import { isSeenCategory } from './class_table.ts';

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

/** Returns the first node in or before a cycle, or null. */
export function circularPlace(places: readonly (Place | null)[]): number | null {
  const rooted = new Set<number>();
  for (const start of places.keys()) {
    const way = new Set<number>();
    for (let node: number | undefined = start; node !== undefined && !rooted.has(node); node = places[node]?.at) {
      if (way.has(node)) return start;
      way.add(node);
    }
    for (const node of way) rooted.add(node);
  }
  return null;
}
