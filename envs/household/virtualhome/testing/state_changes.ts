import type { EdgeStore } from '../edge_store.ts';
import { type EdgeTable, NONE } from '../edge_table.ts';
import { GRAPH_STATES, RELATIONS } from '../graph_scene.ts';
import type { VirtualHomeState } from '../virtualhome_state.ts';

/** How a graph differs from its scene: `+65 CLOSE 41`, `-65 CLOSE 31`; id → states of nodes whose states differ. */
export type Changes = Readonly<{ edges: ReadonlySet<string>; states: ReadonlyMap<number, string> }>;

type EdgeChange = readonly [sign: '+' | '-', from: number, relation: number, to: number];

export function edgeChanges(store: EdgeStore, { nodes, outStart, to }: EdgeTable): EdgeChange[] {
  const changes: EdgeChange[] = [];
  for (const relation of RELATIONS.keys()) {
    for (let from = 0; from < nodes; from++) {
      const key = relation * nodes + from;
      const before = to.subarray(outStart[key], outStart[key + 1]);
      const now = store.targetsOf(from, relation);
      if (now.join() === before.join()) continue;
      for (const node of new Set(now).difference(new Set(before))) changes.push(['+', from, relation, node]);
      for (const node of new Set(before).difference(new Set(now))) changes.push(['-', from, relation, node]);
    }
  }
  return changes;
}

export function stateChanges(state: VirtualHomeState): Changes {
  const { ids, edges, states } = state.tables;
  const changed = [...states.keys()].filter((node) => states[node] !== state['states'][node]);
  const words = (node: number) => GRAPH_STATES.filter((each) => state.is(node, each));
  return {
    edges: new Set(
      edgeChanges(state['edges'], edges).map(
        ([sign, from, relation, to]) => `${sign}${ids[from]} ${RELATIONS[relation]} ${ids[to]}`,
      ),
    ),
    states: new Map(changed.map((node) => [ids[node]!, words(node).sort().join()])),
  };
}

export function followAnchors(state: VirtualHomeState): { recorded: number; own: number } {
  const choose = state['chooseNeighbour'].bind(state);
  const anchors: ReturnType<typeof followAnchors> = { recorded: NONE, own: NONE };
  state['chooseNeighbour'] = (node, relation) => {
    const { recorded } = anchors;
    anchors.recorded = NONE;
    anchors.own = choose(node, relation);
    return recorded === NONE ? anchors.own : recorded;
  };
  return anchors;
}
