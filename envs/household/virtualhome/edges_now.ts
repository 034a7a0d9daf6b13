/** All edges that hold in a graph that changes. */
import { RELATIONS, type SceneEdge } from './graph_scene.ts';
import type { GraphView } from './graph_view.ts';

/** By relation, then by origin; nodes as indices. */
export function* edgesNow(state: GraphView): Generator<SceneEdge> {
  for (const relation of RELATIONS) {
    for (let from = 0; from < state.tables.size; from++) {
      for (const to of state.targetsOf(from, relation)) yield [from, relation, to];
    }
  }
}
