/** For `expand_scene`: omitted fields keep their former values, or take those of the class. */
import type { Graph, GraphEdge, GraphNode } from '../../household/scene/read_graph.ts';
import { withNodeProperties } from '../../household/virtualhome/v23_properties.ts';

type Vector = [number, number, number];

const SIZE: Vector = [0.1, 0.1, 0.1];
/** Nesting of ON and INSIDE. */
const DEPTH_MAX = 32;

/** `characters` holds ids; their CLOSE and FACING are measured, not read. */
export function expandedGraph(asked: Graph, now: Graph, characters: ReadonlySet<number>): Graph {
  const before = new Map(now.nodes.map((node) => [node.id, node]));
  const known = new Map(asked.nodes.map((node) => [node.id, node]));
  const edges = asked.edges.filter(
    ({ from_id, relation_type, to_id }) =>
      !['CLOSE', 'FACING'].includes(relation_type.toUpperCase()) || !(characters.has(from_id) || characters.has(to_id)),
  );
  const around = new Map<number, GraphNode[]>();
  for (const { from_id, relation_type, to_id } of edges) {
    if (!['ON', 'INSIDE'].includes(relation_type.toUpperCase())) continue;
    around.set(from_id, [...(around.get(from_id) ?? []), known.get(to_id)!]);
  }
  const isNew = ({ id, class_name }: GraphNode) => before.get(id)?.class_name !== class_name;
  const nodes = asked.nodes.map((node): GraphNode => {
    if (!isNew(node)) {
      const { bounding_box, prefab_name } = before.get(node.id)!;
      return { ...node, bounding_box: node.bounding_box ?? bounding_box, prefab_name: node.prefab_name ?? prefab_name };
    }
    const whole = node.properties.length === 0 ? withNodeProperties(node) : node;
    return { ...whole, bounding_box: node.bounding_box ?? boxOn(around.get(node.id) ?? []) };
  });
  return { nodes, edges: [...edges, ...nodes.filter(isNew).flatMap((node) => roomEdge(node, around))] };
}

/** On top of the first support, or in the middle of the first container. */
function boxOn(around: readonly GraphNode[]): GraphNode['bounding_box'] {
  const box = (around.find(({ category }) => category !== 'Rooms') ?? around[0])?.bounding_box;
  return box?.center == null ? null : { center: [...box.center], size: SIZE };
}

/** A thing without a room is in that of its support. */
function roomEdge({ id }: GraphNode, around: ReadonlyMap<number, readonly GraphNode[]>): GraphEdge[] {
  let at = around.get(id) ?? [];
  for (let depth = 0; depth < DEPTH_MAX && at.length > 0; depth++) {
    const room = at.find(({ category }) => category === 'Rooms');
    if (room !== undefined) return depth === 0 ? [] : [{ from_id: id, relation_type: 'INSIDE', to_id: room.id }];
    at = around.get(at[0]!.id) ?? [];
  }
  return [];
}
