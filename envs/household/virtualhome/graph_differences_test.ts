import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../scene/read_graph.ts';
import { graphTables } from './edge_table.ts';
import { DIFFERENCES_MAX, graphAfter, graphDifferences } from './graph_differences.ts';
import { graphScene } from './graph_scene.ts';
import { GraphView } from './graph_view.ts';
import { arbitraryTable, pickStep } from './testing/arbitrary_graph.ts';
import { ReferenceVirtualHome } from './testing/reference_virtualhome.ts';
import { smallGraph, smallGraphText, smallScene } from './testing/small_graph.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

const viewOf = (rooms: string, edges = '') => new GraphView(graphTables(smallScene(rooms, edges)));

describe('graphDifferences()', () => {
  it('finds none between a graph and itself, in whatever order it was written', () => {
    const graph = JSON.parse(smallGraphText('kitchen: mug CLEAN, desk OPEN ON, character', 'mug ON desk'));
    graph.nodes.reverse();
    graph.edges.reverse();
    graph.nodes[1].states.reverse();
    const view = viewOf('kitchen: mug CLEAN, desk OPEN ON, character', 'mug ON desk');
    expect(graphDifferences(view, graphScene(readGraph(JSON.stringify(graph), 'any.json')))).toEqual({
      statesEqual: true,
      edgesEqual: true,
      differences: [],
    });
  });

  it('tells nodes, states and edges apart, here and recorded', () => {
    const graph = JSON.parse(smallGraphText('kitchen: mug CLEAN, character', 'mug ON kitchen'));
    graph.nodes.push({ id: 9, class_name: 'cup' });
    graph.edges.push({ from_id: 9, relation_type: 'ON', to_id: 2 }, { from_id: 99, relation_type: 'ON', to_id: 2 });
    const recorded = graphScene(readGraph(JSON.stringify(graph), 'any.json'));
    const view = viewOf('kitchen: mug OPEN, character, desk', 'mug CLOSE desk');
    expect(graphDifferences(view, recorded)).toEqual({
      statesEqual: false,
      edgesEqual: false,
      differences: [
        '+2 OPEN',
        '-2 CLEAN',
        '+<desk> (4)',
        '-<cup> (9)',
        '+4 INSIDE 1',
        '+2 CLOSE 4',
        '-2 ON 1',
        '-9 ON 2',
        '-99 ON 2',
      ],
    });
  });

  it('lists a hundred, and says how many more there are', () => {
    const mugs = Array.from({ length: DIFFERENCES_MAX }, () => 'mug').join(', ');
    const { differences } = graphDifferences(viewOf(`kitchen: character, ${mugs}`), smallScene('kitchen: character'));
    expect(differences).toHaveLength(DIFFERENCES_MAX + 1);
    expect(differences.at(-1)).toBe('… and 100 more');
  });

  it('finds what changed, after any steps in any graph; the graph after is read as it stands', () => {
    const walks = fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { maxLength: 30, size: 'max' });
    fc.assert(
      fc.property(arbitraryTable, walks, (scene, choices) => {
        const reference = new ReferenceVirtualHome(scene);
        const simulator = new VirtualHomeSimulator(scene);
        for (const choice of choices) {
          const { verb, nodes } = pickStep(scene, reference.hands, choice);
          reference.act(verb, ...nodes.map(({ id }) => id));
          simulator.step(`[${verb}] ${nodes.map(({ label }) => label).join(' ')}`);
        }
        const changes = reference.graph.changes();
        const found = graphDifferences(simulator.state, scene);
        const edges = found.differences.filter((each) => each.split(' ').length === 3);
        if (changes.edges.size <= 50) expect(new Set(edges)).toEqual(changes.edges);
        expect([found.edgesEqual, found.statesEqual]).toEqual([changes.edges.size === 0, changes.states.size === 0]);
        const nodes = scene.nodes.map(({ id, className, isRoom, properties, states }) => {
          return {
            id,
            class_name: className,
            category: isRoom ? 'Rooms' : 'Props',
            properties: [...properties],
            states: [...states],
          };
        });
        const after = graphScene(
          readGraph(JSON.stringify(graphAfter(simulator.state, { nodes, edges: [] })), 'after.json'),
        );
        expect(graphDifferences(simulator.state, after).differences).toEqual([]);
      }),
    );
  });
});

describe('graphAfter()', () => {
  it('writes what the original writes: null for what is not known, states and edges of now, edges from nowhere', () => {
    const graph = JSON.parse(smallGraphText('kitchen: lamp HAS_SWITCH OFF, character'));
    delete graph.nodes[1].category;
    graph.nodes[1].prefab_name = 'Lamp_1';
    graph.nodes[1].bounding_box = { center: [1, 2, 3], size: [4, 5, 6] };
    graph.edges.push({ from_id: 70, relation_type: 'on', to_id: 2 });
    const checked = readGraph(JSON.stringify(graph), 'any.json');
    const simulator = new VirtualHomeSimulator(graphScene(checked));
    for (const line of ['[WALK] <lamp> (2)', '[SWITCHON] <lamp> (2)']) expect(simulator.step(line).ok).toBe(true);
    const after = graphAfter(simulator.state, checked.value) as { nodes: object[]; edges: object[] };
    expect(after.nodes[1]).toEqual({
      id: 2,
      class_name: 'lamp',
      category: null,
      properties: ['HAS_SWITCH'],
      states: ['ON'],
      prefab_name: 'Lamp_1',
      bounding_box: { center: [1, 2, 3], size: [4, 5, 6] },
    });
    expect(after.edges).toEqual(
      [
        [2, 'INSIDE', 1],
        [3, 'INSIDE', 1],
        [2, 'CLOSE', 3],
        [3, 'CLOSE', 2],
        [70, 'ON', 2],
      ].map(([from_id, relation_type, to_id]) => ({ from_id, relation_type, to_id })),
    );
    expect(
      graphAfter(
        new VirtualHomeSimulator(graphScene(smallGraph('hall: character'))).state,
        smallGraph('hall: character').value,
      ),
    ).toMatchObject({ nodes: [{ prefab_name: null, bounding_box: null }, {}] });
  });
});
