import { bitsOf, nameBits } from '../scene/house.ts';
import {
  GRAPH_PROPERTIES,
  GRAPH_STATES,
  type GraphNodeState,
  type GraphProperty,
  type GraphScene,
  RELATION_NUMBERS,
  RELATIONS,
} from './graph_scene.ts';

export const GRAPH_PROPERTY_BITS = nameBits<GraphProperty>(GRAPH_PROPERTIES);

export const GRAPH_STATE_BITS = nameBits<GraphNodeState>(GRAPH_STATES);

export type GraphTables = Readonly<ReturnType<typeof graphTables>>;

export function graphTables(scene: GraphScene) {
  const { nodes } = scene;
  const indices = [...nodes.keys()];
  return {
    scene,
    size: nodes.length,
    ids: Int32Array.from(nodes, ({ id }) => id),
    properties: Int32Array.from(nodes, ({ properties }) => bitsOf(GRAPH_PROPERTY_BITS, properties)),
    states: Uint16Array.from(nodes, ({ states }) => bitsOf(GRAPH_STATE_BITS, states)),
    rooms: Uint8Array.from(nodes, ({ isRoom }) => (isRoom ? 1 : 0)),
    bodyParts: indices.filter((index) => nodes[index]?.properties.includes('BODY_PART')),
    doors: indices.filter((index) => ['door', 'doorjamb'].includes(nodes[index]?.className ?? '')),
    edges: edgeTable(scene),
  };
}

export const { ON, INSIDE, BETWEEN, CLOSE, FACING, HOLDS_RH, HOLDS_LH } = RELATION_NUMBERS;

export const NONE = -1;

export type EdgeTable = Readonly<ReturnType<typeof edgeTable>>;

export function edgeTable({ nodes, edges }: GraphScene) {
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
  // `start`: relation × nodes + node → the first edge; the next entry is the end.
  return { nodes: n, from, to, outStart: byOrigin.start, inStart: byTarget.start, inEdge: byTarget.order };
}

function sortedBy(keys: Int32Array, max: number) {
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
