/**
 * The edges of a scene in typed arrays, found from either end. They never change; `edge_store.ts` says which hold.
 *
 * @module
 */
import { type GraphScene, RELATIONS } from './graph_scene.ts';

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
  const numbered = edges.map(([from, relation, to]) => ({ from, relation: RELATIONS.indexOf(relation), to }));
  const byOrigin = numbered.toSorted((a, b) => a.relation - b.relation || a.from - b.from);
  const outStart = new Int32Array(RELATIONS.length * n + 1);
  const inStart = new Int32Array(RELATIONS.length * n + 1);
  for (const { from, relation, to } of byOrigin) {
    outStart[relation * n + from + 1] = outStart[relation * n + from + 1]! + 1;
    inStart[relation * n + to + 1] = inStart[relation * n + to + 1]! + 1;
  }
  for (let key = 1; key < outStart.length; key++) {
    outStart[key] = outStart[key]! + outStart[key - 1]!;
    inStart[key] = inStart[key]! + inStart[key - 1]!;
  }
  const inEdge = new Int32Array(byOrigin.length);
  const filled = inStart.slice();
  for (const [edge, { relation, to }] of byOrigin.entries()) {
    const slot = filled[relation * n + to]!;
    inEdge[slot] = edge;
    filled[relation * n + to] = slot + 1;
  }
  const from = Int32Array.from(byOrigin, (edge) => edge.from);
  const to = Int32Array.from(byOrigin, (edge) => edge.to);
  return { nodes: n, from, to, outStart, inStart, inEdge };
}
