/** The edges of a scene in typed arrays, found from either end. They never change; `edge_store.ts` says which hold. */
import { type GraphScene, RELATION_NUMBERS, RELATIONS } from './graph_scene.ts';

/** Relations as the store numbers them. */
export const ON = 0;
export const INSIDE = 1;
export const BETWEEN = 2;
export const CLOSE = 3;
export const FACING = 4;
export const HOLDS_RH = 5;
export const HOLDS_LH = 6;

export const NONE = -1;

/** The scene's edges: sorted by relation and origin, with the file's order among equals. Shared by all stores. */
export type EdgeTable = {
  readonly nodes: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** (relation × nodes + origin) → first of its edges; the next entry ends them. */
  readonly outStart: Int32Array;
  /** The same by target, leading into `inEdge`. */
  readonly inStart: Int32Array;
  readonly inEdge: Int32Array;
};

export function edgeTable({ nodes, edges }: GraphScene): EdgeTable {
  const n = nodes.length;
  const keys = new Int32Array(edges.length);
  for (let edge = 0; edge < edges.length; edge++) {
    const [origin, relation] = edges[edge]!;
    keys[edge] = RELATION_NUMBERS[relation] * n + origin;
  }
  const byOrigin = sortedBy(keys, RELATIONS.length * n);
  const from = new Int32Array(edges.length);
  const to = new Int32Array(edges.length);
  for (let edge = 0; edge < edges.length; edge++) {
    const [origin, relation, target] = edges[byOrigin.order[edge]!]!;
    from[edge] = origin;
    to[edge] = target;
    keys[edge] = RELATION_NUMBERS[relation] * n + target;
  }
  const byTarget = sortedBy(keys, RELATIONS.length * n);
  return { nodes: n, from, to, outStart: byOrigin.start, inStart: byTarget.start, inEdge: byTarget.order };
}

/** Indices of keys below `max` in the order of the keys, those that came first before their equals, and where each key's begin. */
function sortedBy(keys: Int32Array, max: number): { readonly order: Int32Array; readonly start: Int32Array } {
  const start = new Int32Array(max + 1);
  for (const key of keys) start[key + 1] = start[key + 1]! + 1;
  for (let key = 1; key <= max; key++) start[key] = start[key]! + start[key - 1]!;
  const filled = start.slice();
  const order = new Int32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const at = filled[keys[index]!]!;
    order[at] = index;
    filled[keys[index]!] = at + 1;
  }
  return { order, start };
}
