import type { CheckedJson } from '../../checked_json.ts';
import { type Area, floorPlan, roomOf } from '../../household/drawing/floor_plan.ts';
import { type House, isRoom } from '../../household/scene/house.ts';
import type { Graph, GraphEdge, GraphNode } from '../../household/scene/read_graph.ts';
import { graphScene } from '../../household/virtualhome/graph_scene.ts';

type Box = Readonly<{ center: [number, number, number]; size: [number, number, number] }>;

const ROOM_HEIGHT = 2.5;
const SMALL = 0.1;

export function graphOfHouse(house: House): Graph {
  const { rooms, furniture } = floorPlan(house);
  const areas = new Map([...rooms, ...furniture].map(({ node, area }) => [node, area]));
  return {
    nodes: house.nodes.map((node, index) => ({
      id: node.id,
      class_name: node.className,
      category: node.category,
      properties: [...node.properties],
      states: [...node.states],
      bounding_box: isRoom(node) ? roomBox(areas.get(index)) : thingBox(node.position, areas.get(index)),
    })),
    edges: house.nodes.flatMap((node, index) => edgesOf(house, index, node.id)),
  };
}

function edgesOf(house: House, index: number, from_id: number): GraphEdge[] {
  const place = house.nodes[index]?.place ?? null;
  if (place === null) return [];
  const room = roomOf(house, index);
  const edge = (relation_type: string, to: number) => ({ from_id, relation_type, to_id: house.nodes[to]!.id });
  if (place.at === room) return [edge('INSIDE', room)];
  return [edge(place.relation === 'ON' ? 'ON' : 'INSIDE', place.at), edge('INSIDE', room)];
}

function roomBox({ left, right, low, high }: Area = { left: 0, right: 0, low: 0, high: 0 }): Box {
  const center: Box['center'] = [(left + right) / 2, ROOM_HEIGHT / 2, (low + high) / 2];
  return { center, size: [right - left, ROOM_HEIGHT, high - low] };
}

function thingBox([x, y, z]: readonly [number, number, number], area: Area | undefined): Box {
  const size: Box['size'] =
    area === undefined ? [SMALL, SMALL, SMALL] : [area.right - area.left, 2 * Math.max(y, SMALL), area.high - area.low];
  return { center: [x, y, z], size };
}

export type SceneSource = Readonly<{ name: string; environment: number; graph: Graph; start: number }>;

/** Ids 1 to 10 are for characters (VirtualHome v2.3). */
const ID_MIN = 11;

export function houseSource(house: House, environment: number): SceneSource {
  const offset = Math.max(0, ID_MIN - Math.min(...house.nodes.map(({ id }) => id)));
  const { nodes, edges } = graphOfHouse(house);
  const graph = {
    nodes: nodes.map((node) => ({ ...node, id: node.id + offset })),
    edges: edges.map((edge) => ({ ...edge, from_id: edge.from_id + offset, to_id: edge.to_id + offset })),
  };
  const start = house.nodes[house.start]!.id + offset;
  return withoutCharacters(graph, { name: house.name, environment, start });
}

export function graphSource(graph: CheckedJson<Graph>, name: string, environment: number): SceneSource {
  const { nodes, edges } = graph.value;
  const rooms = nodes.filter(({ category }) => category === 'Rooms').map(({ id }) => id);
  const first = rooms[0];
  if (first === undefined) throw graph.problem(['nodes'], 'at least one node with the category "Rooms"');
  const character = { id: -1, category: 'Characters', class_name: 'character', properties: [], states: [] };
  graphScene({ ...graph, value: { nodes: [...nodes, character], edges } });
  const isCharacter = new Set(nodes.filter(isPerson).map(({ id }) => id));
  const room = edges.find(
    ({ from_id, relation_type, to_id }) =>
      relation_type === 'INSIDE' && isCharacter.has(from_id) && rooms.includes(to_id),
  );
  return withoutCharacters(graph.value, { name, environment, start: room?.to_id ?? first });
}

function withoutCharacters(graph: Graph, scene: Omit<SceneSource, 'graph'>): SceneSource {
  const characters = new Set(graph.nodes.filter(isPerson).map(({ id }) => id));
  return {
    ...scene,
    graph: {
      nodes: graph.nodes.filter(({ id }) => !characters.has(id)),
      edges: graph.edges.filter(({ from_id, to_id }) => !characters.has(from_id) && !characters.has(to_id)),
    },
  };
}

function isPerson({ category, class_name }: GraphNode) {
  return category === 'Characters' || class_name === 'character';
}
