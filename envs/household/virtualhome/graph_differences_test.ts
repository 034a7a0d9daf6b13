import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../scene/read_graph.ts';
import { choices } from '../testing/walks.ts';
import { graphTables } from './edge_table.ts';
import { DIFFERENCES_MAX, graphAfter, graphDifferences } from './graph_differences.ts';
import { graphScene } from './graph_scene.ts';
import { GraphView } from './graph_view.ts';
import { arbitraryTable, pickStep } from './testing/arbitrary_graph.ts';
import { ReferenceVirtualHome } from './testing/reference_virtualhome.ts';
import { smallGraph, smallGraphText, smallScene } from './testing/small_graph.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

const viewOf = (rooms: string, edges = '') => new GraphView(graphTables(smallScene(rooms, edges)));

const sceneOf = (graph: unknown) => graphScene(readGraph(JSON.stringify(graph), 'any.json'));

describe('graphDifferences()', () => {
  it('finds none between a graph and itself, in whatever order it was written', () => {
    const words = ['kitchen: mug CLEAN, desk OPEN ON, character', 'mug ON desk'] as const;
    const graph = JSON.parse(smallGraphText(...words));
    for (const list of [graph.nodes, graph.edges, graph.nodes[1].states]) list.reverse();
    const none = { statesEqual: true, edgesEqual: true, differences: [] };
    expect(graphDifferences(viewOf(...words), sceneOf(graph))).toEqual(none);
  });

  it('tells nodes, states and edges apart, here and recorded', () => {
    const graph = JSON.parse(smallGraphText('kitchen: mug CLEAN, character', 'mug ON kitchen'));
    graph.nodes.push({ id: 9, class_name: 'cup' });
    graph.edges.push({ from_id: 9, relation_type: 'ON', to_id: 2 }, { from_id: 99, relation_type: 'ON', to_id: 2 });
    const view = viewOf('kitchen: mug OPEN, character, desk', 'mug CLOSE desk');
    const { differences, ...equal } = graphDifferences(view, sceneOf(graph));
    expect(equal).toEqual({ statesEqual: false, edgesEqual: false });
    expect(differences.join()).toBe(
      '+2 OPEN,-2 CLEAN,+<desk> (4),-<cup> (9),+4 INSIDE 1,+2 CLOSE 4,-2 ON 1,-9 ON 2,-99 ON 2',
    );
  });

  it('lists a hundred, and says how many more there are', () => {
    const mugs = Array.from({ length: DIFFERENCES_MAX }, () => 'mug').join(', ');
    const { differences } = graphDifferences(viewOf(`kitchen: character, ${mugs}`), smallScene('kitchen: character'));
    expect(differences).toHaveLength(DIFFERENCES_MAX + 1);
    expect(differences.at(-1)).toBe('… and 100 more');
  });

  it('finds what changed, after any steps in any graph; the graph after is read as it stands', () => {
    fc.assert(
      fc.property(arbitraryTable, choices(30), (scene, walk) => {
        const reference = new ReferenceVirtualHome(scene);
        const simulator = new VirtualHomeSimulator(scene);
        for (const choice of walk) {
          const { verb, nodes } = pickStep(scene, reference, choice);
          reference.act(verb, ...nodes.map(({ id }) => id));
          simulator.step(`[${verb}] ${nodes.map(({ label }) => label).join(' ')}`);
        }
        const changes = reference.graph.changes();
        const found = graphDifferences(simulator.state, scene);
        const edges = found.differences.filter((each) => each.split(' ').length === 3);
        if (changes.edges.size <= 50) expect(new Set(edges)).toEqual(changes.edges);
        expect([found.edgesEqual, found.statesEqual]).toEqual([changes.edges.size === 0, changes.states.size === 0]);
        const nodes = scene.nodes.map(({ id, className, isRoom, properties, states }) => {
          const lists = { properties: [...properties], states: [...states] };
          return { id, class_name: className, category: isRoom ? 'Rooms' : 'Props', ...lists };
        });
        const after = sceneOf(graphAfter(simulator.state, { nodes, edges: [] }));
        expect(graphDifferences(simulator.state, after).differences).toEqual([]);
      }),
    );
  });
});

it('graphAfter() writes what the original writes: null for what is not known, states and edges of now, edges from nowhere', () => {
  const graph = JSON.parse(smallGraphText('kitchen: lamp HAS_SWITCH OFF, character'));
  delete graph.nodes[1].category;
  graph.nodes[1].prefab_name = 'Lamp_1';
  graph.nodes[1].bounding_box = { center: [1, 2, 3], size: [4, 5, 6] };
  graph.edges.push({ from_id: 70, relation_type: 'on', to_id: 2 });
  const checked = readGraph(JSON.stringify(graph), 'any.json');
  const simulator = new VirtualHomeSimulator(graphScene(checked));
  for (const line of ['[WALK] <lamp> (2)', '[SWITCHON] <lamp> (2)']) expect(simulator.step(line).ok).toBe(true);
  const after = graphAfter(simulator.state, checked.value) as { nodes: object[]; edges: object[] };
  const { class_name, ...lamp } = graph.nodes[1];
  expect(after.nodes[1]).toEqual({ ...lamp, class_name, category: null, states: ['ON'] });
  const edges = after.edges.map((edge) => Object.values(edge).join(' '));
  expect(edges).toEqual(['2 INSIDE 1', '3 INSIDE 1', '2 CLOSE 3', '3 CLOSE 2', '70 ON 2']);
  const hall = smallGraph('hall: character');
  expect(graphAfter(new VirtualHomeSimulator(graphScene(hall)).state, hall.value)).toMatchObject({
    nodes: [{ prefab_name: null, bounding_box: null }, {}],
  });
});
