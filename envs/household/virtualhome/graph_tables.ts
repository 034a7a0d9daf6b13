/** What does not change in a scene graph, as numbers; made once and shared by all states of the scene. */
import { bitsOf, nameBits } from '../scene/name_bits.ts';
import { type EdgeTable, edgeTable } from './edge_table.ts';
import {
  GRAPH_PROPERTIES,
  GRAPH_STATES,
  type GraphNodeState,
  type GraphProperty,
  type GraphScene,
} from './graph_scene.ts';

/** Property → bit in `GraphTables.properties`. */
export const GRAPH_PROPERTY_BITS = nameBits<GraphProperty>(GRAPH_PROPERTIES);

/** State → bit in `GraphTables.states`. */
export const GRAPH_STATE_BITS = nameBits<GraphNodeState>(GRAPH_STATES);

export type GraphTables = {
  readonly scene: GraphScene;
  readonly size: number;
  readonly ids: Int32Array;
  readonly properties: Int32Array;
  /** As the scene begins. */
  readonly states: Uint16Array;
  readonly rooms: Uint8Array;
  /** Hands, faces and the like, which are close wherever the robot goes. */
  readonly bodyParts: readonly number[];
  /** What connects rooms. */
  readonly doors: readonly number[];
  readonly edges: EdgeTable;
};

export function graphTables(scene: GraphScene): GraphTables {
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
