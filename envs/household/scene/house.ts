/** A node is its index in `nodes`; names are lower-case class and 1-based index in id order. */
import { isSeenCategory } from './class_table.ts';

export type Place = { readonly relation: 'ON' | 'IN'; readonly at: number };

export type HouseNode = {
  /** VirtualHome's id; in our own form the position in the file. */
  readonly id: number;
  readonly className: string;
  readonly category: string;
  readonly properties: readonly string[];
  readonly states: readonly string[];
  /** Metres: x, height, z. */
  readonly position: readonly [number, number, number];
  /** Metres along x and z, where known; for drawings only. */
  readonly size?: readonly [number, number];
  /** Null for rooms. */
  readonly place: Place | null;
  /** Opening always fails. */
  readonly locked: boolean;
  /** Grasping fails, though its class is graspable. */
  readonly ungraspable: boolean;
  /** Overrides the class. */
  readonly requiresClosed?: boolean;
};

export type House = {
  readonly name: string;
  readonly nodes: readonly HouseNode[];
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** Room node → where the robot arrives, x and z in metres. */
  readonly anchors: ReadonlyMap<number, readonly [number, number]>;
  readonly start: number;
  /** Task name → classes that cannot be grasped in it. */
  readonly ungraspableIn: ReadonlyMap<string, readonly string[]>;
};

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

/** The first node on a cycle of places, or null. */
export function circularPlace(places: readonly (Place | null)[]): number | null {
  const rooted = new Set<number>();
  for (let start = 0; start < places.length; start++) {
    const way: number[] = [];
    let node = start;
    while (!rooted.has(node)) {
      if (way.length > places.length) return start;
      way.push(node);
      const place = places[node];
      if (place === null || place === undefined) break;
      node = place.at;
    }
    for (const passed of way) rooted.add(passed);
  }
  return null;
}
