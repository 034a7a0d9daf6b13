/**
 * A house as read: rooms and things in id order, each thing with exactly one place.
 *
 * Two readers make it: `read_house.ts` (our own form) and `read_graph.ts` (VirtualHome's scenes). Inside the world a node
 * is its index in `nodes`; names are what planners see: lower-case class and 1-based index within the class, in id order.
 */
import { isSeenCategory } from './class_table.ts';

/** Where a thing is: on or in another node. */
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
  /** Metres along x and z, where the house says; only drawings ask. */
  readonly size?: readonly [number, number];
  /** Null for rooms. */
  readonly place: Place | null;
  /** Opening it fails, always. */
  readonly locked: boolean;
  /** Grasping it fails, though its class is graspable. */
  readonly ungraspable: boolean;
  /** Whether it runs with its door closed only, where that differs from its class. */
  readonly requiresClosed?: boolean;
};

export type House = {
  readonly name: string;
  readonly nodes: readonly HouseNode[];
  /** By node index. */
  readonly names: readonly string[];
  /** Name → node index. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** Node index of a room → where in it the robot comes to stand, x and z in metres. */
  readonly anchors: ReadonlyMap<number, readonly [number, number]>;
  /** The room, by node index, at whose anchor the robot starts. */
  readonly start: number;
  /** Task name → classes of which nothing can be grasped in that task. */
  readonly ungraspableIn: ReadonlyMap<string, readonly string[]>;
};

/** Names for classes in id order: `['towel', 'towel']` → `['towel1', 'towel2']`. */
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

/** Whether a node is ever seen; see `class_table.ts`. */
export function isSeenNode(node: HouseNode): boolean {
  return isSeenCategory(node.category);
}

/** The first node whose places lead in a circle, or null. */
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
