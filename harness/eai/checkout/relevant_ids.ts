/**
 * The objects that a task is about, after EAI: nodes that differ between the scene as it begins and the recorded end, and the ends of
 * edges that do.
 *
 * @module
 */
import type { GraphScene } from '../../../envs/household/virtualhome/graph_scene.ts';
import { IntSet } from './int_set.ts';

export type SceneChanges = {
  /** Ids of nodes whose states or properties differ. */
  readonly nodes: readonly number[];
  /** Edges that are in one graph alone: `[from id, relation, to id]`, the beginning's first. */
  readonly edges: { readonly start: readonly IdEdge[]; readonly end: readonly IdEdge[] };
};

export type IdEdge = readonly [from: number, relation: string, to: number];

export function sceneChanges(start: GraphScene, end: GraphScene): SceneChanges {
  const textOf = ({ className, properties, states }: GraphScene['nodes'][number]) =>
    [className, properties.toSorted().join(' '), states.toSorted().join(' ')].join('|');
  const before = new Map(start.nodes.map((node) => [node.id, textOf(node)]));
  const after = new Map(end.nodes.map((node) => [node.id, textOf(node)]));
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return {
    nodes: ids.filter((id) => before.get(id) !== after.get(id)),
    edges: { start: edgesBut(start, end), end: edgesBut(end, start) },
  };
}

/** In the order in which EAI's sets iterate them. */
export function relevantIds(start: GraphScene, end: GraphScene): number[] {
  const changes = sceneChanges(start, end);
  const changed = new IntSet();
  for (const id of changes.nodes) changed.add(id);
  const touched = new IntSet();
  for (const [from, , to] of [...changes.edges.start, ...changes.edges.end]) {
    touched.add(from);
    touched.add(to);
  }
  return [...changed.union(touched.minus(changed))];
}

/** Edges of one scene that another has not; both number their nodes in their own way. */
function edgesBut(scene: GraphScene, other: GraphScene): IdEdge[] {
  const size = 2 ** 20; // a graph has at most 100,000 nodes
  const here = scene.nodes.map(({ id }) => other.indexOf.get(id) ?? -1);
  const known = new Map<string, Set<number>>();
  for (const [from, relation, to] of other.edges) {
    const pairs = known.get(relation) ?? new Set();
    known.set(relation, pairs.add(from * size + to));
  }
  return scene.edges
    .filter(([from, relation, to]) => known.get(relation)?.has(here[from]! * size + here[to]!) !== true)
    .map(([from, relation, to]) => [scene.nodes[from]!.id, relation, scene.nodes[to]!.id]);
}
