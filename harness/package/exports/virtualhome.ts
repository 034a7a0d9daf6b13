/**
 * `tapedeck/virtualhome`: executes VirtualHome's script lines on its scene graphs, by its own rules or LLM-State's.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { graphScene, readGraph, VirtualHomeSimulator } from 'tapedeck/virtualhome';
 *
 * const graph = `{
 *   "nodes": [
 *     {"id": 1, "class_name": "kitchen", "category": "Rooms"},
 *     {"id": 2, "class_name": "fridge", "category": "Appliances", "properties": ["CAN_OPEN"], "states": ["CLOSED"]},
 *     {"id": 3, "class_name": "character", "category": "Characters"}
 *   ],
 *   "edges": [
 *     {"from_id": 2, "relation_type": "INSIDE", "to_id": 1},
 *     {"from_id": 3, "relation_type": "INSIDE", "to_id": 1}
 *   ]
 * }`;
 * const simulator = new VirtualHomeSimulator(graphScene(readGraph(graph, 'kitchen.json')));
 * assert.ok(!simulator.step('[OPEN] <fridge> (2)').ok); // not close
 * ```
 */
export type { CheckedJson } from '../../../envs/checked_json.ts';
export { type Graph, type GraphNode, houseOfGraph, readGraph } from '../../../envs/household/scene/read_graph.ts';
export { type GraphScene, graphScene } from '../../../envs/household/virtualhome/graph_scene.ts';
export { PaperSimulator } from '../../../envs/household/virtualhome/paper_simulator.ts';
export type { SimulatedStep, Simulator } from '../../../envs/household/virtualhome/scripts/simulator.ts';
export { withV23Properties } from '../../../envs/household/virtualhome/v23_properties.ts';
export type { EditionName } from '../../../envs/household/virtualhome/virtualhome_defects.ts';
export { type DefectName, type Defects, defectsOf } from '../../../envs/household/virtualhome/virtualhome_defects.ts';
export { VirtualHomeSimulator } from '../../../envs/household/virtualhome/virtualhome_simulator.ts';
