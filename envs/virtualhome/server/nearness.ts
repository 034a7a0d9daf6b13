/**
 * VirtualHome v2.3 (`EnvironmentGraph.cs`). CLOSE: at most 1.3 m on the floor from one's middle to the other's box. FACING:
 * a lookable thing within 5 m whose front, towards the room's middle, faces the character.
 */
import type { GraphEdge, GraphNode } from '../../household/scene/read_graph.ts';

type Box = Readonly<{ center: readonly number[]; size: readonly number[] }>;

export type Measured = Pick<GraphNode, 'id' | 'category' | 'class_name' | 'properties'> &
  Readonly<{ box: Box; room: Box | null; isHidden: boolean }>;

const CLOSE_MAX_M = 1.3;
const AROUND_M = 5;
const FRONT_COSINE_MIN = Math.cos((75 * Math.PI) / 180);
const NEVER_CLOSE = new Set(['curtains', 'floor', 'wall', 'ceiling', 'ceilinglamp', 'walllamp', 'doorjamb']);

/** For a thing without a position, the rules decide CLOSE. */
export function withNearEdges(edges: readonly GraphEdge[], nodes: readonly Measured[]): GraphEdge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const people = nodes.filter(({ class_name }) => class_name === 'character');
  const isPerson = new Set(people.map(({ id }) => id));
  const others: GraphEdge[] = [];
  const near: GraphEdge[] = [];
  for (const edge of edges) {
    const { from_id, relation_type, to_id } = edge;
    const isOfPerson = isPerson.has(from_id) || isPerson.has(to_id);
    if (isOfPerson && relation_type === 'FACING') near.push(edge);
    else if (!isOfPerson || relation_type !== 'CLOSE' || !ids.has(from_id) || !ids.has(to_id)) others.push(edge);
  }
  near.push(...people.flatMap((person) => nearEdges(person, nodes)));
  const keyOf = ({ from_id, relation_type, to_id }: GraphEdge) => `${from_id} ${relation_type} ${to_id}`;
  return [...others, ...new Map(near.map((edge) => [keyOf(edge), edge])).values()];
}

function nearEdges(character: Measured, nodes: readonly Measured[]): GraphEdge[] {
  return nodes.flatMap((node) => {
    if (node.id === character.id || distance(character.box.center, node.box.center) > AROUND_M) return [];
    if (node.category === 'Rooms' || node.category === 'Doors' || NEVER_CLOSE.has(node.class_name)) return [];
    const edge = (from_id: number, relation_type: string, to_id: number) => ({ from_id, relation_type, to_id });
    const both = isClose(character.box, node.box)
      ? [edge(character.id, 'CLOSE', node.id), edge(node.id, 'CLOSE', character.id)]
      : [];
    return isFaced(node, character) ? [...both, edge(character.id, 'FACING', node.id)] : both;
  });
}

function isClose(a: Box, b: Box) {
  return onFloor(a, b.center) <= CLOSE_MAX_M || onFloor(b, a.center) <= CLOSE_MAX_M;
}

function onFloor({ center, size }: Box, point: readonly number[]): number {
  const gap = (axis: 0 | 2) => Math.max(0, Math.abs(point[axis]! - center[axis]!) - Math.abs(size[axis]!) / 2);
  return Math.hypot(gap(0), gap(2));
}

function isFaced({ properties, isHidden, room, box }: Measured, character: Measured): boolean {
  if (!properties.includes('LOOKABLE') || isHidden || room === null || room !== character.room) return false;
  const from = (to: Box) => [to.center[0]! - box.center[0]!, to.center[2]! - box.center[2]!] as const;
  const [front, way] = [from(room), from(character.box)];
  const lengths = Math.hypot(...front) * Math.hypot(...way);
  return lengths === 0 || (front[0] * way[0] + front[1] * way[1]) / lengths > FRONT_COSINE_MIN;
}

function distance(a: readonly number[], b: readonly number[]) {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}
