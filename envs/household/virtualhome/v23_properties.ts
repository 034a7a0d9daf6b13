/**
 * Gives v1 graphs (2019) the v2.3 class properties of VirtualHome's `properties_data_all.json` (58970fd, MIT).
 * Then whatever opens, switches or has a plug gets a missing state: closed, off, plugged in.
 */
import type { CheckedJson } from '../../checked_json.ts';
import type { Graph, GraphNode } from '../scene/read_graph.ts';
import table from './v23_properties.json' with { type: 'json' };

const PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(table));

/** Property → its exclusive states, the default first. */
const STATES = [
  ['CAN_OPEN', 'CLOSED', 'OPEN'],
  ['HAS_SWITCH', 'OFF', 'ON'],
  ['HAS_PLUG', 'PLUGGED_IN', 'PLUGGED_OUT'],
] as const;

/**
 * The same graph with the properties of v2.3; errors still point into the file.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readGraph, withV23Properties } from 'tapedeck/virtualhome';
 *
 * const nodes = [{ id: 2, class_name: 'fridge' }];
 * const graph = withV23Properties(readGraph(JSON.stringify({ nodes, edges: [] }), 'kitchen.json'));
 * assert.ok(graph.value.nodes[0]?.properties.includes('CAN_OPEN'));
 * ```
 */
export function withV23Properties(graph: CheckedJson<Graph>): CheckedJson<Graph> {
  return { ...graph, value: { ...graph.value, nodes: graph.value.nodes.map(withNodeProperties) } };
}

export function withNodeProperties(node: GraphNode): GraphNode {
  if (node.category === 'Characters' || node.category === 'Rooms') return node;
  const properties = PROPERTIES.get(node.class_name) ?? node.properties;
  const missing = STATES.filter(
    ([property, unsaid, said]) =>
      properties.includes(property) && !node.states.includes(unsaid) && !node.states.includes(said),
  );
  return { ...node, properties: [...properties], states: [...node.states, ...missing.map(([, unsaid]) => unsaid)] };
}
