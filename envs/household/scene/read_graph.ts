/**
 * Place in profile `paper`: inside the container that can hide it, else ON the first thing that can be seen,
 * else in a container, else in its room. Ignores edges to floors, walls, rugs, non-containers, across rooms.
 */
import { z } from 'zod';
import { type CheckedJson, type JsonPath, readLargeJson } from '../../checked_json.ts';
import { isSeenCategory } from './class_table.ts';
import { circularPlace, type House, type HouseNode, isRoom, nameNodes, type Place } from './house.ts';

const ID_MAX = 1_000_000_000;
const id = z.number().int().min(0).max(ID_MAX);
const vector = z.tuple([z.number(), z.number(), z.number()]);

/** Missing and null mean empty. */
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

/** Ten times as fast for well-formed edges; the edge schema reports what is wrong with others. */
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

/** `readGraph` and `graphWithin` check ids, too. */
export const graphSchema = z.object({
  nodes: graphNodesSchema,
  edges: edgesSchema,
});

/** Containers around one thing, all compared in the search for its place; VirtualHome's scenes have at most 4. */
const AROUND_MAX = 32;

export type GraphNode = z.infer<typeof nodeSchema>;
export type GraphEdge = z.infer<typeof edgeSchema>;
export type Graph = Readonly<{
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Edges from unknown ids, which VirtualHome keeps but never visits. */
  strayEdges?: readonly GraphEdge[];
}>;

/**
 * Reads a scene graph as VirtualHome does: of several nodes with one id the last counts, in the place of the first, and edges
 * lead to nodes. `path` is for messages only. Throws a JsonError.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readGraph } from 'tapedeck/virtualhome';
 *
 * const nodes = [{ id: 2, class_name: 'fridge', properties: ['CAN_OPEN'], states: ['CLOSED'] }];
 * const graph = readGraph(JSON.stringify({ nodes, edges: [] }), 'kitchen.json');
 * assert.equal(graph.value.nodes.length, 1);
 * assert.throws(() => readGraph('{"nodes": [', 'kitchen.json'), /kitchen\.json/);
 * ```
 */
export function readGraph(text: string, path: string): CheckedJson<Graph> {
  return checkedGraph(readLargeJson(text, graphSchema, path));
}

export function graphWithin(
  { problem }: Pick<CheckedJson<unknown>, 'problem'>,
  graph: Graph,
  at: JsonPath,
): CheckedJson<Graph> {
  return checkedGraph({ value: graph, problem: (place, expected) => problem([...at, ...place], expected) });
}

function checkedGraph(file: CheckedJson<Graph>): CheckedJson<Graph> {
  const nodes = new Map(file.value.nodes.map((node) => [node.id, node]));
  for (const [index, { to_id }] of file.value.edges.entries()) {
    if (!nodes.has(to_id)) throw file.problem(['edges', index, 'to_id'], 'the id of a node');
  }
  const isPlain = nodes.size === file.value.nodes.length && file.value.edges.every(({ from_id }) => nodes.has(from_id));
  return isPlain ? file : tidiedGraph(file, [...nodes.values()]);
}

function tidiedGraph({ value, problem }: CheckedJson<Graph>, nodes: readonly GraphNode[]): CheckedJson<Graph> {
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = value.edges.filter(({ from_id }) => ids.has(from_id));
  const strayEdges = value.edges.filter(({ from_id }) => !ids.has(from_id));
  const tidied = { nodes, edges, strayEdges };
  return {
    value: tidied,
    problem([list, index, ...rest], expected) {
      if (list !== 'nodes' && list !== 'edges' && list !== 'strayEdges') return problem(['nodes'], expected);
      if (typeof index !== 'number') return problem([list], expected);
      const there: readonly unknown[] = list === 'nodes' ? value.nodes : value.edges;
      return problem([list === 'nodes' ? list : 'edges', there.indexOf(tidied[list][index]), ...rest], expected);
    },
  };
}

/**
 * The house of a graph. The robot starts where the graph's character is, or in the first room; it stands in the middle of
 * rooms. Throws a JsonError on a node without a room, on things that contain each other and on names that clash.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { houseOfGraph, readGraph } from 'tapedeck/virtualhome';
 *
 * const nodes = [
 *   { id: 1, class_name: 'kitchen', category: 'Rooms' },
 *   { id: 2, class_name: 'fridge', properties: ['CAN_OPEN'], states: ['CLOSED'] },
 * ];
 * const edges = [{ from_id: 2, relation_type: 'INSIDE', to_id: 1 }];
 * const house = houseOfGraph(readGraph(JSON.stringify({ nodes, edges }), 'kitchen.json'), 'kitchen');
 * assert.deepEqual(house.names, ['kitchen1', 'fridge1']);
 * ```
 */
export function houseOfGraph(graph: CheckedJson<Graph>, name: string): House {
  const nodes = [...graph.value.nodes].sort((a, b) => a.id - b.id);
  const links = linksOf(nodes, graph.value.edges);
  const problemOf = (index: number, expected: string) =>
    graph.problem(['nodes', graph.value.nodes.indexOf(nodes[index]!)], expected);
  const crowded = links.findIndex(({ closable, containers }) =>
    [closable, containers].some(({ length }) => length > AROUND_MAX),
  );
  if (crowded >= 0) throw problemOf(crowded, `at most ${AROUND_MAX} INSIDE edges from this node to containers`);
  const places = nodes.map((node, index) => placeOf(node, links[index]!, links));
  const lost = nodes.findIndex((node, index) => !isRoom(node) && places[index] === null);
  if (lost >= 0) throw problemOf(lost, 'an INSIDE edge from this node to a room');
  const circular = circularPlace(places);
  if (circular !== null) throw problemOf(circular, 'a node whose ON and INSIDE edges do not lead back to it');
  const rooms = [...nodes.keys()].filter((index) => isRoom(nodes[index]!));
  const character = nodes.findIndex(({ category }) => category === 'Characters');
  const boxes = nodes.map((node) => node.bounding_box);
  const positions = positionsOf(boxes, places);
  const names = nameNodes(nodes.map((node) => node.class_name));
  const indexOf = new Map(names.map((known, index) => [known, index]));
  const ambiguous = names.findIndex((known, index) => indexOf.get(known) !== index);
  if (ambiguous >= 0)
    throw problemOf(ambiguous, `a class whose name with its index is not "${names[ambiguous]}" again`);
  return {
    name,
    nodes: nodes.map((node, index) =>
      houseNode(node, places[index] ?? null, { position: positions[index]!, box: boxes[index] }),
    ),
    names,
    indexOf,
    anchors: new Map(
      rooms.map((room) => {
        const [x, , z] = positions[room]!;
        return [room, [x, z]];
      }),
    ),
    start: links[character]?.rooms[0] ?? rooms[0]!,
    ungraspableIn: new Map(),
  };
}

type Position = readonly [number, number, number];
type Box = GraphNode['bounding_box'];

function houseNode(
  node: GraphNode,
  place: Place | null,
  { position, box }: { position: Position; box: Box },
): HouseNode {
  const [width, , depth] = box?.size ?? [];
  return {
    id: node.id,
    className: node.class_name.toLowerCase(),
    category: node.category,
    properties: node.properties,
    states: node.states,
    position,
    place,
    locked: false,
    ungraspable: false,
    ...(width === undefined || depth === undefined ? {} : { size: [Math.abs(width), Math.abs(depth)] as const }),
  };
}

type Links = Readonly<{
  on: number[];
  closable: number[];
  containers: number[];
  rooms: number[];
}>;

function linksOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Links[] {
  const indexOf = new Map(nodes.map((node, index) => [node.id, index]));
  const kinds = nodes.map(kindOf);
  const links = nodes.map((): Links => ({ on: [], closable: [], containers: [], rooms: [] }));
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
  return properties.includes('CAN_OPEN') ? 'closable' : 'containers';
}

function placeOf(node: GraphNode, own: Links, links: readonly Links[]): Place | null {
  if (isRoom(node)) return null;
  const room = own.rooms[0];
  const isHere = (at: number) => links[at]?.rooms[0] === room; // boxes of things along a wall overlap those behind it
  const closable = own.closable.filter(isHere);
  const isAsHidden = (at: number) => closable.every((hider) => links[at]?.closable.includes(hider));
  const support = own.on.find((at) => isHere(at) && isAsHidden(at));
  if (support !== undefined) return { relation: 'ON', at: support };
  const at = innermost(closable.length > 0 ? closable : own.containers.filter(isHere), links) ?? room;
  return at === undefined ? null : { relation: 'IN', at };
}

/** The one inside most of the others, since edges are transitively closed. */
function innermost(containers: readonly number[], links: readonly Links[]): number | undefined {
  const depth = (at: number) => containers.filter((other) => links[at]?.closable.includes(other)).length;
  return containers.reduce<number | undefined>(
    (best, at) => (best === undefined || depth(at) > depth(best) ? at : best),
    undefined,
  );
}

/** Without a bounding box its place's position; a room's is the origin. */
function positionsOf(boxes: readonly Box[], places: readonly (Place | null)[]): Position[] {
  const positions = boxes.map((box) => box?.center ?? undefined);
  for (const start of boxes.keys()) {
    const way: number[] = [];
    let at: number | undefined = start;
    for (; at !== undefined && positions[at] === undefined; at = places[at]?.at) way.push(at);
    for (const passed of way) positions[passed] = at === undefined ? [0, 0, 0] : positions[at];
  }
  return positions as Position[];
}
