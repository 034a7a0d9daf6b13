import type { Graph } from '../scene/read_graph.ts';
import { EdgeSet, type GraphScene, RELATION_NUMBERS, RELATIONS, type SceneEdge } from './graph_scene.ts';
import type { GraphView } from './graph_view.ts';

export const DIFFERENCES_MAX = 100;

export type GraphDifferences = Readonly<ReturnType<typeof graphDifferences>>;

/** Only `state` has `+65 CLOSE 41`; only the record has `-7 OPEN`. */
export function graphDifferences(state: GraphView, recorded: GraphScene) {
  const nodes = [...nodeDifferences(state, recorded)];
  const edges = [...edgeDifferences(state, recorded)];
  const all = [...nodes, ...edges];
  const more = all.length - DIFFERENCES_MAX;
  return {
    statesEqual: nodes.length === 0,
    edgesEqual: edges.length === 0,
    differences: more <= 0 ? all : [...all.slice(0, DIFFERENCES_MAX), `… and ${more} more`],
  };
}

function* nodeDifferences(state: GraphView, recorded: GraphScene): Generator<string> {
  const { scene } = state.tables;
  for (const [index, { id, label }] of scene.nodes.entries()) {
    const there = recorded.nodes[recorded.indexOf.get(id) ?? -1];
    if (there === undefined) yield `+${label}`;
    else {
      const here = state.statesOf(index);
      for (const name of here) if (!there.states.includes(name)) yield `+${id} ${name}`;
      for (const name of there.states) if (!here.includes(name)) yield `-${id} ${name}`;
    }
  }
  for (const { id, label } of recorded.nodes) if (!scene.indexOf.has(id)) yield `-${label}`;
}

function* edgeDifferences(state: GraphView, recorded: GraphScene): Generator<string> {
  const { scene, size } = state.tables;
  const shared = new EdgeSet(size, RELATIONS.length);
  const missing: string[] = [];
  for (const [from, relation, to] of recorded.edges) {
    const [fromId, toId] = [recorded.nodes[from]!.id, recorded.nodes[to]!.id];
    const [origin, target] = [scene.indexOf.get(fromId), scene.indexOf.get(toId)];
    const isShared = origin !== undefined && target !== undefined && state.hasEdge(origin, relation, target);
    if (isShared) shared.add(origin, RELATION_NUMBERS[relation], target);
    else missing.push(`-${fromId} ${relation} ${toId}`);
  }
  for (const [from, relation, to] of edgesNow(state)) {
    if (!shared.has(from, RELATION_NUMBERS[relation], to))
      yield `+${scene.nodes[from]!.id} ${relation} ${scene.nodes[to]!.id}`;
  }
  yield* missing;
  const [strays, recordedStrays] = [strayTexts(scene), strayTexts(recorded)];
  for (const edge of strays) if (!recordedStrays.has(edge)) yield `+${edge}`;
  for (const edge of recordedStrays) if (!strays.has(edge)) yield `-${edge}`;
}

function strayTexts({ strayEdges }: GraphScene): Set<string> {
  return new Set(strayEdges.map((edge) => edge.join(' ')));
}

export function* edgesNow(state: GraphView): Generator<SceneEdge> {
  for (const relation of RELATIONS) {
    for (let from = 0; from < state.tables.size; from++) {
      for (const to of state.targetsOf(from, relation)) yield [from, relation, to];
    }
  }
}

export function graphAfter(state: GraphView, before: Graph): object {
  const { nodes, strayEdges } = state.tables.scene;
  const edgeJson = ([from_id, relation_type, to_id]: SceneEdge) => ({ from_id, relation_type, to_id });
  const edges = Array.from(edgesNow(state), ([from, relation, to]) =>
    edgeJson([nodes[from]!.id, relation, nodes[to]!.id]),
  );
  return {
    nodes: before.nodes.map(({ id, class_name, category, properties, prefab_name, bounding_box }, index) => ({
      id,
      class_name,
      category: category === '' ? null : category,
      properties,
      states: state.statesOf(index),
      prefab_name: prefab_name ?? null,
      bounding_box: bounding_box ?? null,
    })),
    edges: [...edges, ...strayEdges.map(edgeJson)],
  };
}
