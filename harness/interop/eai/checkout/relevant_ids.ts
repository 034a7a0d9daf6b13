/**
 * The objects that a task is about, after EAI: nodes that differ between the scene as it begins and the recorded end, and the ends of
 * edges that do.
 *
 * @module
 */
import {
  EdgeSet,
  type GraphScene,
  RELATION_NUMBERS,
  RELATIONS,
  type SceneNode,
} from '../../../../envs/household/virtualhome/graph_scene.ts';
import { IntSet } from './int_set.ts';

/** In the order in which EAI's sets iterate them. */
export function relevantIds(start: GraphScene, end: GraphScene): number[] {
  const ids = new Set([...start.indexOf.keys(), ...end.indexOf.keys()]);
  const nodeIn = ({ nodes, indexOf }: GraphScene, id: number) => nodes[indexOf.get(id) ?? -1];
  const changed = new IntSet();
  for (const id of ids) if (!areAlike(nodeIn(start, id), nodeIn(end, id))) changed.add(id);
  const touched = new IntSet();
  for (const id of [...edgesBut(start, end), ...edgesBut(end, start)].flat()) touched.add(id);
  return [...changed.union(touched.minus(changed))];
}

function areAlike(one: SceneNode | undefined, other: SceneNode | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return (
    one.className === other.className &&
    areSameWords(one.properties, other.properties) &&
    areSameWords(one.states, other.states)
  );
}

/** In whatever order. */
function areSameWords(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  if (some.every((word, at) => word === others[at])) return true;
  const sorted = others.toSorted();
  return some.toSorted().every((word, at) => word === sorted[at]);
}

/** Edges of one scene that another has not, by the ids of their ends; both number their nodes in their own way. */
function edgesBut(scene: GraphScene, other: GraphScene): [from: number, to: number][] {
  const known = new EdgeSet(other.nodes.length, RELATIONS.length);
  for (const [from, relation, to] of other.edges) known.add(from, RELATION_NUMBERS[relation], to);
  const there = scene.nodes.map(({ id }) => other.indexOf.get(id) ?? -1);
  return scene.edges
    .filter(([from, relation, to]) => {
      const [a, b] = [there[from]!, there[to]!];
      return a < 0 || b < 0 || !known.has(a, RELATION_NUMBERS[relation], b);
    })
    .map(([from, , to]) => [scene.nodes[from]!.id, scene.nodes[to]!.id]);
}
