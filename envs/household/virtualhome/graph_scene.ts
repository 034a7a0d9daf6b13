import type { CheckedJson } from '../../checked_json.ts';
import type { Graph, GraphEdge, GraphNode } from '../scene/read_graph.ts';

const BYTES_MAX = 2 ** 23;

export class EdgeSet {
  readonly #nodes: number;
  readonly #bytes: Uint8Array | null;
  readonly #hashed = new Set<number>();

  constructor(nodes: number, relations: number) {
    const size = relations * nodes ** 2;
    this.#nodes = nodes;
    this.#bytes = size <= BYTES_MAX ? new Uint8Array(size) : null;
  }

  add(from: number, relation: number, to: number): boolean {
    const key = this.#key(from, relation, to);
    if (this.#bytes === null) return this.#hashed.size < this.#hashed.add(key).size;
    if (this.#bytes[key] === 1) return false;
    this.#bytes[key] = 1;
    return true;
  }

  has(from: number, relation: number, to: number): boolean {
    const key = this.#key(from, relation, to);
    return this.#bytes === null ? this.#hashed.has(key) : this.#bytes[key] === 1;
  }

  #key(from: number, relation: number, to: number): number {
    return (relation * this.#nodes + from) * this.#nodes + to;
  }
}

export const RELATIONS = ['ON', 'INSIDE', 'BETWEEN', 'CLOSE', 'FACING', 'HOLDS_RH', 'HOLDS_LH'] as const;
export type Relation = (typeof RELATIONS)[number];

export const RELATION_NUMBERS = Object.fromEntries(RELATIONS.map((relation, at) => [relation, at])) as Readonly<
  Record<Relation, number>
>;

export const GRAPH_STATES = [
  'CLOSED',
  'OPEN',
  'ON',
  'OFF',
  'SITTING',
  'DIRTY',
  'CLEAN',
  'LYING',
  'PLUGGED_IN',
  'PLUGGED_OUT',
] as const;
export type GraphNodeState = (typeof GRAPH_STATES)[number];

export const GRAPH_PROPERTIES = [
  'SURFACES',
  'GRABBABLE',
  'SITTABLE',
  'LIEABLE',
  'DRINKABLE',
  'EATABLE',
  'RECIPIENT',
  'CUTTABLE',
  'POURABLE',
  'CAN_OPEN',
  'HAS_SWITCH',
  'READABLE',
  'LOOKABLE',
  'CONTAINERS',
  'CLOTHES',
  'PERSON',
  'BODY_PART',
  'HAS_PLUG',
  'MOVABLE',
] as const;
export type GraphProperty = (typeof GRAPH_PROPERTIES)[number];

export type SceneNode = Readonly<ReturnType<typeof sceneNode>>;

export type SceneEdge = readonly [from: number, relation: Relation, to: number];

export type GraphScene = Readonly<{
  nodes: readonly SceneNode[];
  edges: readonly SceneEdge[];
  strayEdges: readonly SceneEdge[];
  indexOf: ReadonlyMap<number, number>;
  /** The character with the lowest id. */
  robot: number;
}>;

/**
 * Throws a JsonError on an unknown relation or state, or without a character: VirtualHome's simulator cannot load these.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { graphScene, readGraph } from 'tapedeck/virtualhome';
 *
 * const scene = graphScene(readGraph('{"nodes": [{"id": 3, "class_name": "character"}], "edges": []}', 'kitchen.json'));
 * assert.equal(scene.nodes[scene.robot]?.label, '<character> (3)');
 * ```
 */
export function graphScene(graph: CheckedJson<Graph>): GraphScene {
  const { nodes, edges, strayEdges = [] } = graph.value;
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const relationOf = ({ relation_type }: GraphEdge, list: 'edges' | 'strayEdges', index: number): Relation => {
    const relation = relation_type.toUpperCase() as Relation;
    if (RELATIONS.includes(relation)) return relation;
    throw graph.problem([list, index, 'relation_type'], `one of ${RELATIONS.join(', ')}`);
  };
  const nodeOf = (id: number) => indexOf.get(id) as number;
  const sceneEdges = edges.map((edge, index): SceneEdge => {
    return [nodeOf(edge.from_id), relationOf(edge, 'edges', index), nodeOf(edge.to_id)];
  });
  return {
    nodes: nodes.map((node, index) => sceneNode(node, index, graph)),
    edges: uniqueEdges(sceneEdges, nodes.length),
    strayEdges: strayEdges.map((edge, index) => [edge.from_id, relationOf(edge, 'strayEdges', index), edge.to_id]),
    indexOf,
    robot: robotOf(graph),
  };
}

function sceneNode(node: GraphNode, index: number, graph: CheckedJson<Graph>) {
  const states = node.states.map((word, at) => {
    const state = word.toUpperCase() as GraphNodeState;
    if (GRAPH_STATES.includes(state)) return state;
    throw graph.problem(['nodes', index, 'states', at], `one of ${GRAPH_STATES.join(', ')}`);
  });
  return {
    id: node.id,
    className: node.class_name,
    label: `<${node.class_name}> (${node.id})`,
    isRoom: node.category === 'Rooms',
    properties: node.properties.map((property) => property.toUpperCase()),
    states,
  };
}

function robotOf(graph: CheckedJson<Graph>): number {
  const { nodes } = graph.value;
  const characters = nodes.filter(({ class_name }) => class_name === 'character').sort((a, b) => a.id - b.id);
  if (characters[0] === undefined) throw graph.problem(['nodes'], 'a node of class "character"');
  return nodes.indexOf(characters[0]);
}

function uniqueEdges(edges: readonly SceneEdge[], nodes: number): SceneEdge[] {
  const seen = new EdgeSet(nodes, RELATIONS.length);
  return edges.filter(([from, relation, to]) => seen.add(from, RELATION_NUMBERS[relation], to));
}
