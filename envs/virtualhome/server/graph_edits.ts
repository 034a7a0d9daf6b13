import type { CheckedJson } from '../../checked_json.ts';
import { type Graph, type GraphEdge, type GraphNode, graphWithin } from '../../household/scene/read_graph.ts';
import { withNodeProperties } from '../../household/virtualhome/v23_properties.ts';
import { isCharacter, type Position, type Vector } from './played_graph.ts';

export type Arrival = Readonly<{ room: number; position: Position; resource: string }>;

/** Characters have the ids 1, 2 …; other ids increase if need be. */
export function withCharacter({ nodes, edges }: Graph, { room, position, resource }: Arrival): Graph {
  const people = nodes.filter(isCharacter);
  const things = nodes.filter((node) => !isCharacter(node));
  const isPerson = new Set(people.map(({ id }) => id));
  let id = people.length + 1;
  while (isPerson.has(id)) id++;
  let offset = 0;
  while (things.some((thing) => thing.id + offset === id || isPerson.has(thing.id + offset))) offset++;
  const idOf = (old: number) => (isPerson.has(old) ? old : old + offset);
  const character = {
    ...{ id, category: 'Characters', class_name: 'character', prefab_name: resource, properties: [], states: [] },
    bounding_box: { center: [...position] as Vector, size: [0.5, 1.7, 0.5] as Vector },
  };
  const moved = edges.map((edge) => ({ ...edge, from_id: idOf(edge.from_id), to_id: idOf(edge.to_id) }));
  return {
    nodes: [...people, character, ...things.map((node) => ({ ...node, id: idOf(node.id) }))],
    edges: [{ from_id: id, relation_type: 'INSIDE', to_id: idOf(room) }, ...moved],
  };
}

const ENDED_BY_MOVE = ['INSIDE', 'CLOSE', 'FACING', 'ON'];

export function withCharacterAt({ nodes, edges }: Graph, id: number, { room, position }: Omit<Arrival, 'resource'>) {
  const held = edges.filter(({ from_id, relation_type }) => from_id === id && relation_type.startsWith('HOLDS'));
  const movers = new Set([id, ...held.map(({ to_id }) => to_id)]);
  const otherEdges = edges.filter(
    ({ from_id, relation_type, to_id }) =>
      !ENDED_BY_MOVE.includes(relation_type) || !(movers.has(from_id) || movers.has(to_id)),
  );
  const moved = nodes.map((node) => {
    if (!movers.has(node.id)) return node;
    const states = node.states.filter((state) => node.id !== id || !['SITTING', 'LYING'].includes(state));
    return { ...node, states, bounding_box: { ...node.bounding_box, center: [...position] as Vector } };
  });
  const inside = Array.from(movers, (from_id) => ({ from_id, relation_type: 'INSIDE', to_id: room }));
  return { nodes: moved, edges: [...otherEdges, ...inside] };
}

/** Throws a JsonError. */
export function withReplacement(now: Graph, { value, problem }: Pick<CheckedJson<Graph>, 'value' | 'problem'>): Graph {
  const people = now.nodes.filter(isCharacter);
  const sent = value.nodes.flatMap((node, at) => (isCharacter(node) ? [at] : []));
  const stranger = sent[Math.max(1, people.length)];
  if (stranger !== undefined) {
    throw problem(['nodes', stranger, 'class_name'], 'no characters except those from add_character');
  }
  const isSent = new Set(sent.map((at) => value.nodes[at]!.id));
  const staying = sent.length >= people.length ? [] : people.filter(({ id }) => !isSent.has(id));
  const isStaying = new Set(staying.map(({ id }) => id));
  const clash = value.nodes.findIndex(({ id }) => isStaying.has(id));
  if (clash >= 0) throw problem(['nodes', clash, 'id'], "an id other than the character's");
  const nodes = [...staying, ...value.nodes];
  const ids = new Set(nodes.map(({ id }) => id));
  const ties = now.edges.filter(
    ({ from_id, to_id }) => (isStaying.has(from_id) || isStaying.has(to_id)) && ids.has(from_id) && ids.has(to_id),
  );
  const { value: graph } = graphWithin({ problem }, { nodes, edges: [...ties, ...value.edges] }, []);
  return expandedGraph(graph, now, new Set([...isStaying, ...isSent]));
}

const SIZE: Vector = [0.1, 0.1, 0.1];
const DEPTH_MAX = 32;

/** Omitted fields keep their values, or get those of the class. */
function expandedGraph(sent: Graph, now: Graph, characters: ReadonlySet<number>): Graph {
  const before = new Map(now.nodes.map((node) => [node.id, node]));
  const byId = new Map(sent.nodes.map((node) => [node.id, node]));
  const edges = sent.edges.filter(
    ({ from_id, relation_type, to_id }) =>
      !['CLOSE', 'FACING'].includes(relation_type.toUpperCase()) || !(characters.has(from_id) || characters.has(to_id)),
  );
  const places = new Map<number, GraphNode[]>();
  for (const { from_id, relation_type, to_id } of edges) {
    if (!['ON', 'INSIDE'].includes(relation_type.toUpperCase())) continue;
    places.set(from_id, [...(places.get(from_id) ?? []), byId.get(to_id)!]);
  }
  const isNew = ({ id, class_name }: GraphNode) => before.get(id)?.class_name !== class_name;
  const nodes = sent.nodes.map((node): GraphNode => {
    if (!isNew(node)) {
      const { bounding_box, prefab_name } = before.get(node.id)!;
      return { ...node, bounding_box: node.bounding_box ?? bounding_box, prefab_name: node.prefab_name ?? prefab_name };
    }
    const complete = node.properties.length === 0 ? withNodeProperties(node) : node;
    return { ...complete, bounding_box: node.bounding_box ?? boxOn(places.get(node.id) ?? []) };
  });
  return { nodes, edges: [...edges, ...nodes.filter(isNew).flatMap((node) => roomEdge(node, places))] };
}

function boxOn(places: readonly GraphNode[]): GraphNode['bounding_box'] {
  const box = (places.find(({ category }) => category !== 'Rooms') ?? places[0])?.bounding_box;
  return box?.center == null ? null : { center: [...box.center], size: SIZE };
}

function roomEdge({ id }: GraphNode, places: ReadonlyMap<number, readonly GraphNode[]>): GraphEdge[] {
  let at = places.get(id) ?? [];
  for (let depth = 0; depth < DEPTH_MAX && at.length > 0; depth++) {
    const room = at.find(({ category }) => category === 'Rooms');
    if (room !== undefined) return depth === 0 ? [] : [{ from_id: id, relation_type: 'INSIDE', to_id: room.id }];
    at = places.get(at[0]!.id) ?? [];
  }
  return [];
}
