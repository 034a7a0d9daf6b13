/** The graph after a program, in the form in which the original writes graphs. */
import type { Graph } from '../scene/read_graph.ts';
import { edgesNow } from './edges_now.ts';
import type { SceneEdge } from './graph_scene.ts';
import type { GraphView } from './graph_view.ts';

/** Nodes with their states of now, and the edges that hold. `before` is the graph that the state's scene was made of. */
export function graphAfter(state: GraphView, before: Graph): object {
  const { nodes, strayEdges } = state.tables.scene;
  const written = ([from_id, relation_type, to_id]: SceneEdge) => ({ from_id, relation_type, to_id });
  const edges = Array.from(edgesNow(state), ([from, relation, to]) =>
    written([nodes[from]!.id, relation, nodes[to]!.id]),
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
    edges: [...edges, ...strayEdges.map(written)],
  };
}
