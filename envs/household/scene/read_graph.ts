/** Reduces the edges of a node to one place; see README, "Houses". */
import { z } from 'zod';
import { type CheckedJson, type JsonPath, readLargeJson } from '../../checked_json.ts';
import { isSeenCategory } from './class_table.ts';
import { firstCircular, type House, type HouseNode, isRoom, nameNodes, type Place } from './house.ts';

const ID_MAX = 1_000_000_000;
const id = z.number().int().min(0).max(ID_MAX);
const vector = z.tuple([z.number(), z.number(), z.number()]);

const words = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

const nodeSchema = z.object({
  id,
  class_name: z.string().min(1).max(200),
  category: z
    .string()
    .max(200)
    .nullish()
    .transform((name) => name ?? ''),
  properties: words,
  states: words,
  prefab_name: z.unknown().optional(),
  bounding_box: z.object({ center: vector.nullish(), size: vector.nullish() }).nullish(),
});

const edgeSchema = z.object({ from_id: id, relation_type: z.string(), to_id: id });
const EDGES_MAX = 2_000_000;

/** The custom check takes a tenth of the schema's time. */
const edgesSchema = z.union(
  [
    z.custom<GraphEdge[]>((list) => Array.isArray(list) && list.length <= EDGES_MAX && list.every(isEdge)),
    z.array(edgeSchema).max(EDGES_MAX),
  ],
  { error: `an array of at most ${EDGES_MAX} edges` },
);

function isEdge(edge: unknown): edge is GraphEdge {
  if (typeof edge !== 'object' || edge === null) return false;
  const { from_id, relation_type, to_id } = edge as Partial<Record<keyof GraphEdge, unknown>>;
  return isId(from_id) && typeof relation_type === 'string' && isId(to_id);
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= ID_MAX;
}

export const graphNodesSchema = z.array(nodeSchema).min(1).max(100_000);

export const graphSchema = z.object({ nodes: graphNodesSchema, edges: edgesSchema });

/** VirtualHome's scenes have at most 4 around a thing. */
const CONTAINERS_MAX = 32;

export type GraphNode = z.infer<typeof nodeSchema>;
export type GraphEdge = z.infer<typeof edgeSchema>;
export type Graph = Readonly<{
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Edges from unknown ids; VirtualHome keeps them but never follows them. */
  strayEdges?: readonly GraphEdge[];
}>;

/**
 * Reads a scene graph as VirtualHome does: a later node replaces an earlier one with the same id. Throws a JsonError.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readGraph } from 'tapedeck/virtualhome';
 *
 * const graph = readGraph('{"nodes": [{"id": 2, "class_name": "fridge"}], "edges": []}', 'kitchen.json');
 * assert.equal(graph.value.nodes.length, 1);
 * assert.throws(() => readGraph('{"nodes": [', 'kitchen.json'), /kitchen\.json/);
 * ```
 */
export function readGraph(text: string, path: string): CheckedJson<Graph> {
  return checkGraph(readLargeJson(text, graphSchema, path));
}

export function graphWithin(
  { problem }: Pick<CheckedJson<unknown>, 'problem'>,
  graph: Graph,
  at: JsonPath,
): CheckedJson<Graph> {
  return checkGraph({ value: graph, problem: (place, expected) => problem([...at, ...place], expected) });
}

function checkGraph(file: CheckedJson<Graph>): CheckedJson<Graph> {
  const nodes = new Map(file.value.nodes.map((node) => [node.id, node]));
  for (const [index, { to_id }] of file.value.edges.entries()) {
    if (!nodes.has(to_id)) throw file.problem(['edges', index, 'to_id'], 'the id of a node');
  }
  const isPlain = nodes.size === file.value.nodes.length && file.value.edges.every(({ from_id }) => nodes.has(from_id));
  return isPlain ? file : tidyGraph(file, [...nodes.values()]);
}

function tidyGraph({ value, problem }: CheckedJson<Graph>, nodes: readonly GraphNode[]): CheckedJson<Graph> {
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = value.edges.filter(({ from_id }) => ids.has(from_id));
  const strayEdges = value.edges.filter(({ from_id }) => !ids.has(from_id));
  const tidyValue = { nodes, edges, strayEdges };
  return {
    value: tidyValue,
    problem([list, index, ...rest], expected) {
      const original = list === 'nodes' ? 'nodes' : 'edges';
      if (typeof index !== 'number') return problem([original], expected);
      const entry = tidyValue[list as keyof typeof tidyValue][index];
      const entries: readonly unknown[] = value[original];
      return problem([original, entries.indexOf(entry), ...rest], expected);
    },
  };
}

/**
 * The robot starts in the room of the graph's character, or in the first room. Throws a JsonError.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { houseOfGraph, readGraph } from 'tapedeck/virtualhome';
 *
 * const nodes = [{ id: 1, class_name: 'kitchen', category: 'Rooms' }];
 * const house = houseOfGraph(readGraph(JSON.stringify({ nodes, edges: [] }), 'kitchen.json'), 'kitchen');
 * assert.deepEqual(house.names, ['kitchen1']);
 * ```
 */
export function houseOfGraph(graph: CheckedJson<Graph>, name: string): House {
  const nodes = [...graph.value.nodes].sort((a, b) => a.id - b.id);
  const links = linksOf(nodes, graph.value.edges);
  const refuseIfFound = (index: number, expected: string) => {
    if (index >= 0) throw graph.problem(['nodes', graph.value.nodes.indexOf(nodes[index]!)], expected);
  };
  const crowded = links.findIndex(({ closable, openContainers }) =>
    [closable, openContainers].some(({ length }) => length > CONTAINERS_MAX),
  );
  refuseIfFound(crowded, `at most ${CONTAINERS_MAX} INSIDE edges from this node to containers`);
  const places = nodes.map((node, index) => placeOf(node, links[index]!, links));
  const homeless = nodes.findIndex((node, index) => !isRoom(node) && places[index] === null);
  refuseIfFound(homeless, 'an INSIDE edge from this node to a room');
  refuseIfFound(firstCircular(places) ?? -1, 'a node whose ON and INSIDE edges do not lead into a circle');
  const names = nameNodes(nodes.map((node) => node.class_name));
  const indexOf = new Map(names.map((label, index) => [label, index]));
  const ambiguous = names.findIndex((label, index) => indexOf.get(label) !== index);
  refuseIfFound(ambiguous, `a class that does not give a second node the name "${names[ambiguous]}"`);
  const rooms = [...nodes.keys()].filter((index) => isRoom(nodes[index]!));
  const character = nodes.findIndex(({ category }) => category === 'Characters');
  const boxes = nodes.map((node) => node.bounding_box);
  const positions = positionsOf(boxes, places);
  return {
    name,
    nodes: nodes.map(({ id, class_name, category, properties, states }, index) => ({
      id,
      className: class_name.toLowerCase(),
      category,
      properties,
      states,
      position: positions[index]!,
      place: places[index]!,
      locked: false,
      ungraspable: false,
      ...sizeOf(boxes[index]),
    })),
    names,
    indexOf,
    anchors: new Map(rooms.map((room) => [room, [positions[room]![0], positions[room]![2]]])),
    start: links[character]?.rooms[0] ?? rooms[0]!,
    ungraspableIn: new Map(),
  };
}

type Box = GraphNode['bounding_box'];

function sizeOf(box: Box): Pick<HouseNode, 'size'> {
  return box?.size ? { size: [Math.abs(box.size[0]), Math.abs(box.size[2])] } : {};
}

type Links = Readonly<Record<'on' | 'closable' | 'openContainers' | 'rooms', number[]>>;

function linksOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Links[] {
  const indexOf = new Map(nodes.map((node, index) => [node.id, index]));
  const kinds = nodes.map(kindOf);
  const links = nodes.map((): Links => ({ on: [], closable: [], openContainers: [], rooms: [] }));
  for (const { from_id, relation_type, to_id } of edges) {
    if (from_id === to_id) continue;
    const to = indexOf.get(to_id) as number;
    const from = links[indexOf.get(from_id) as number]!;
    const kind = kinds[to] ?? null;
    if (relation_type === 'ON' && isSeenCategory(nodes[to]!.category)) from.on.push(to);
    if (relation_type === 'INSIDE' && kind !== null) from[kind].push(to);
  }
  for (const lists of links) for (const list of Object.values(lists)) list.sort((a, b) => a - b);
  return links;
}

function kindOf({ category, properties }: GraphNode): Exclude<keyof Links, 'on'> | null {
  if (category === 'Rooms') return 'rooms';
  if (!isSeenCategory(category) || !properties.includes('CONTAINERS')) return null;
  return properties.includes('CAN_OPEN') ? 'closable' : 'openContainers';
}

function placeOf(node: GraphNode, nodeLinks: Links, links: readonly Links[]): Place | null {
  if (isRoom(node)) return null;
  const room = nodeLinks.rooms[0];
  const isInRoom = (at: number) => links[at]?.rooms[0] === room; // boxes at a wall overlap those in the next room
  const closable = nodeLinks.closable.filter(isInRoom);
  const isInSameContainers = (at: number) => closable.every((container) => links[at]?.closable.includes(container));
  const support = nodeLinks.on.find((at) => isInRoom(at) && isInSameContainers(at));
  if (support !== undefined) return { relation: 'ON', at: support };
  const at = innermost(closable.length > 0 ? closable : nodeLinks.openContainers.filter(isInRoom), links) ?? room;
  return at === undefined ? null : { relation: 'IN', at };
}

/** INSIDE is transitively closed. */
function innermost(containers: readonly number[], links: readonly Links[]): number | undefined {
  const depth = (at: number) => containers.filter((other) => links[at]?.closable.includes(other)).length;
  return containers.reduce<number | undefined>(
    (best, at) => (best === undefined || depth(at) > depth(best) ? at : best),
    undefined,
  );
}

function positionsOf(boxes: readonly Box[], places: readonly (Place | null)[]): HouseNode['position'][] {
  const positions = boxes.map((box) => box?.center ?? undefined);
  for (const start of boxes.keys()) {
    const path: number[] = [];
    let at: number | undefined = start;
    for (; at !== undefined && positions[at] === undefined; at = places[at]?.at) path.push(at);
    for (const node of path) positions[node] = at === undefined ? [0, 0, 0] : positions[at];
  }
  return positions as HouseNode['position'][];
}
