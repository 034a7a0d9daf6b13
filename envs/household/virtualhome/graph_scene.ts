/**
 * A scene graph as the rules of profile `virtualhome` take it: nodes by index, edges once each, the character.
 *
 * What VirtualHome's simulator cannot load is refused: an unknown relation or state, a scene without a character. So is
 * containment in a circle, which it would load and follow for ever; two things in the very same box, which contain each other
 * in its published scenes (a pair of curtains), are let through. Properties that no rule asks for are ignored.
 *
 * @module
 */
import type { CheckedJson, JsonPath } from '../../checked_json.ts';
import type { Graph, GraphNode } from '../scene/read_graph.ts';

export const RELATIONS = ['ON', 'INSIDE', 'BETWEEN', 'CLOSE', 'FACING', 'HOLDS_RH', 'HOLDS_LH'] as const;
export type Relation = (typeof RELATIONS)[number];

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

export type SceneNode = {
  readonly id: number;
  readonly className: string;
  /** As messages name it: `<fridge> (305)`. */
  readonly label: string;
  readonly isRoom: boolean;
  readonly properties: readonly string[];
  readonly states: readonly GraphNodeState[];
};

export type SceneEdge = readonly [from: number, relation: Relation, to: number];

/** Nodes and edges in the file's order; edges lead from and to indices of `nodes`. */
export type GraphScene = {
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  /** Id → index. */
  readonly indexOf: ReadonlyMap<number, number>;
  /** The index of the character that acts: of several, the one with the lowest id. */
  readonly robot: number;
};

/**
 * The scene of a graph. Throws a JsonError with the place of what cannot be used.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { graphScene, readGraph } from 'tapedeck/virtualhome';
 *
 * const nodes = [
 *   { id: 1, class_name: 'kitchen', category: 'Rooms' },
 *   { id: 2, class_name: 'fridge', category: 'Appliances', properties: ['CAN_OPEN'], states: ['CLOSED'] },
 *   { id: 3, class_name: 'character', category: 'Characters' },
 * ];
 * const edges = [2, 3].map((from_id) => ({ from_id, relation_type: 'INSIDE', to_id: 1 }));
 * const scene = graphScene(readGraph(JSON.stringify({ nodes, edges }), 'kitchen.json'));
 * assert.equal(scene.nodes[scene.robot]?.label, '<character> (3)');
 * ```
 */
export function graphScene(graph: CheckedJson<Graph>): GraphScene {
  const { nodes, edges } = graph.value;
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const scene = {
    nodes: nodes.map((node, index) => sceneNode(node, (at) => ['nodes', index, 'states', at], graph)),
    edges: edges.map(({ from_id, relation_type, to_id }, index): SceneEdge => {
      const relation = relation_type.toUpperCase() as Relation;
      if (!RELATIONS.includes(relation)) {
        throw graph.problem(['edges', index, 'relation_type'], `one of ${RELATIONS.join(', ')}`);
      }
      return [indexOf.get(from_id) as number, relation, indexOf.get(to_id) as number];
    }),
    indexOf,
    robot: robotOf(graph),
  };
  const circular = circularContainment(scene, nodes);
  if (circular !== null) {
    throw graph.problem(['edges', circular], 'containment that does not lead back to where it began');
  }
  return { ...scene, edges: onceEach(scene.edges) };
}

function sceneNode(node: GraphNode, place: (at: number) => JsonPath, graph: CheckedJson<Graph>): SceneNode {
  const states = node.states.map((word, at) => {
    const state = word.toUpperCase() as GraphNodeState;
    if (!GRAPH_STATES.includes(state)) throw graph.problem(place(at), `one of ${GRAPH_STATES.join(', ')}`);
    return state;
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
  let robot = -1;
  for (const [index, { class_name, id }] of nodes.entries()) {
    if (class_name !== 'character') continue;
    if (robot < 0 || id < nodes[robot]!.id) robot = index;
  }
  if (robot < 0) throw graph.problem(['nodes'], 'a node of class "character"');
  return robot;
}

function onceEach(edges: readonly SceneEdge[]): SceneEdge[] {
  const seen = new Map<Relation, Set<number>>(RELATIONS.map((relation) => [relation, new Set()]));
  return edges.filter(([from, relation, to]) => {
    const pairs = seen.get(relation) as Set<number>;
    const size = pairs.size;
    return pairs.add(from * 2 ** 20 + to).size > size; // a graph has at most 100,000 nodes
  });
}

/** The index of an INSIDE edge that closes a circle, or null. */
function circularContainment({ edges }: Pick<GraphScene, 'edges'>, nodes: readonly GraphNode[]): number | null {
  const containers = new Map<number, { at: number; edge: number }[]>();
  for (const [edge, [from, relation, at]] of edges.entries()) {
    if (relation !== 'INSIDE' || shareBox(nodes[from]!, nodes[at]!)) continue;
    const known = containers.get(from);
    if (known === undefined) containers.set(from, [{ at, edge }]);
    else known.push({ at, edge });
  }
  const left = new Set<number>();
  const entered = new Set<number>();
  for (const start of containers.keys()) {
    const way = [{ node: start, next: 0 }];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      entered.add(top.node);
      const step = containers.get(top.node)?.[top.next++];
      if (step === undefined || left.has(top.node)) left.add((way.pop() as typeof top).node);
      else if (entered.has(step.at) && !left.has(step.at)) return step.edge;
      else if (!left.has(step.at)) way.push({ node: step.at, next: 0 });
    }
  }
  return null;
}

const SAME_BOX_M = 0.001;

function shareBox(one: GraphNode, other: GraphNode): boolean {
  if (one === other || !one.bounding_box?.size || !other.bounding_box?.size) return false;
  const [a, b] = [one.bounding_box, other.bounding_box].map(({ center, size }) => [...center, ...(size as number[])]);
  return (a as number[]).every((metres, at) => Math.abs(metres - (b as number[])[at]!) <= SAME_BOX_M);
}
