/** Gives v1 graphs (2019) the properties of VirtualHome v2.3 (`properties_data_all.json`, 58970fd, MIT) and default states. */
import type { CheckedJson } from '../../checked_json.ts';
import { STATE_PAIRS } from '../scene/class_table.ts';
import type { Graph, GraphNode } from '../scene/read_graph.ts';
import table from './v23_properties.json' with { type: 'json' };

const PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(table));

/**
 * Errors still give the position in the file.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readGraph, withV23Properties } from 'tapedeck/virtualhome';
 *
 * const text = '{"nodes": [{"id": 2, "class_name": "fridge"}], "edges": []}';
 * const graph = withV23Properties(readGraph(text, 'kitchen.json'));
 * assert.ok(graph.value.nodes[0]?.properties.includes('CAN_OPEN'));
 * ```
 */
export function withV23Properties(graph: CheckedJson<Graph>): CheckedJson<Graph> {
  return { ...graph, value: { ...graph.value, nodes: graph.value.nodes.map(withNodeProperties) } };
}

export function withNodeProperties(node: GraphNode): GraphNode {
  if (node.category === 'Characters' || node.category === 'Rooms') return node;
  const properties = PROPERTIES.get(node.class_name) ?? node.properties;
  const missing = STATE_PAIRS.filter(
    ([property, ...states]) => properties.includes(property) && !states.some((state) => node.states.includes(state)),
  );
  return {
    ...node,
    properties: [...properties],
    states: [...node.states, ...missing.map(([, , byDefault]) => byDefault)],
  };
}
