import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../checked_json.ts';
import { readGraph } from '../scene/read_graph.ts';
import { EdgeSet, graphScene } from './graph_scene.ts';
import { smallGraphText, smallScene } from './testing/small_graph.ts';

const KITCHEN = 'kitchen: fridge CAN_OPEN CLOSED, milk GRABBABLE, character';

const sceneOf = (graph: unknown) =>
  graphScene(readGraph(typeof graph === 'string' ? graph : JSON.stringify(graph), 'scene.json'));

function errorOf(graph: unknown): JsonError {
  try {
    sceneOf(graph);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error('expected a JsonError');
}

describe('graphScene()', () => {
  it('numbers nodes in the order of the file, and keeps every edge once', () => {
    const scene = smallScene(KITCHEN, 'milk INSIDE fridge, milk INSIDE fridge, milk inside fridge, fridge CLOSE milk');
    expect(scene.nodes.map(({ label, isRoom, states }) => [label, isRoom, ...states].join())).toEqual([
      '<kitchen> (1),true',
      '<fridge> (2),false,CLOSED',
      '<milk> (3),false',
      '<character> (4),false',
    ]);
    expect(scene.edges.slice(3).join(' ')).toBe('2,INSIDE,1 1,CLOSE,2');
    expect(scene.robot).toBe(3);
  });

  it('lets the character with the lowest id act', () => {
    const text = smallGraphText('kitchen: character, character')
      .replace('"id":3', '"id":0')
      .replace('_id":3', '_id":0');
    expect(sceneOf(text).robot).toBe(2);
  });

  it.each([
    ['an unknown relation', 'milk UNDER fridge', 'edges[3].relation_type', 'one of ON, INSIDE, BETWEEN, CLOSE, FACING'],
    ['an edge to a missing node', 'milk ON table', 'edges[3].to_id', 'the id of a node'],
  ])('refuses %s, and says where', (_, edges, field, expected) => {
    const error = errorOf(smallGraphText(KITCHEN, edges));
    expect([error.path, error.field, error.expected]).toEqual(['scene.json', field, expect.stringContaining(expected)]);
    expect(error.column).toBeGreaterThan(1);
  });

  it('refuses unknown states and a scene without a character', () => {
    const hot = smallGraphText(KITCHEN).replace('CLOSED', 'HOT');
    expect(errorOf(hot)).toMatchObject({ field: 'nodes[1].states[0]', found: '"HOT"' });
    expect(errorOf(smallGraphText('kitchen: mug'))).toMatchObject({ expected: 'a node of class "character"' });
  });

  it('takes what the original takes: no category, null for what is unknown, ids with gaps, an edge from nowhere', () => {
    const graph = JSON.parse(
      smallGraphText(KITCHEN).replaceAll(/_id":4|"id":4/g, (id) => id.replace('4', '999999999')),
    );
    const unknown = { prefab_name: null, properties: null, states: null, bounding_box: null };
    graph.nodes.push({ id: 70, class_name: 'cup', ...unknown });
    graph.nodes.push({ id: 71, class_name: 'mug', category: null, bounding_box: { center: null, size: null } });
    graph.edges.push({ from_id: 1000, relation_type: 'ON', to_id: 70 });
    const checked = readGraph(JSON.stringify(graph), 'scene.json');
    const scene = graphScene(checked);
    expect(scene.nodes.slice(4)).toEqual([
      { id: 70, className: 'cup', label: '<cup> (70)', isRoom: false, properties: [], states: [] },
      { id: 71, className: 'mug', label: '<mug> (71)', isRoom: false, properties: [], states: [] },
    ]);
    expect([scene.edges.length, checked.value.strayEdges]).toEqual([3, graph.edges.slice(3)]);
    expect(scene.nodes[scene.robot]?.id).toBe(999_999_999);
  });

  it('counts of several nodes with one id the last, and still says where an error is', () => {
    const graph = JSON.parse(smallGraphText(KITCHEN, 'milk ON fridge'));
    graph.nodes.unshift({ id: 3, class_name: 'jar' });
    const labels = sceneOf(graph).nodes.map(({ label }) => label);
    expect(labels.join()).toBe('<milk> (3),<kitchen> (1),<fridge> (2),<character> (4)');
    graph.edges[3].relation_type = 'UNDER';
    expect(errorOf(graph).field).toBe('edges[3].relation_type');
    graph.edges.splice(3, 1, { from_id: 9, relation_type: 'UNDER', to_id: 1 });
    expect(errorOf(graph).field).toBe('edges[3].relation_type');
    graph.edges.pop();
    graph.nodes[2].states = ['WARM'];
    expect(errorOf(graph).field).toBe('nodes[2].states[0]');
    graph.nodes.splice(4, 1);
    graph.edges.pop();
    graph.nodes[2].states = [];
    expect(errorOf(graph).field).toBe('nodes');
  });
});

describe('EdgeSet', () => {
  // A graph of 2,000 nodes is too large for a byte an edge.
  it.each([3, 2_000])('holds what a set of texts holds, in a graph of %i nodes', (nodes) => {
    const end = fc.nat({ max: nodes - 1 });
    const edges = fc.array(fc.tuple(end, fc.nat({ max: 6 }), end), { maxLength: 30 });
    const property = fc.property(edges, edges, (added, asked) => {
      const set = new EdgeSet(nodes, 7);
      const texts = new Set<string>();
      for (const edge of added) {
        expect(set.add(...edge)).toBe(!texts.has(edge.join()));
        texts.add(edge.join());
      }
      for (const edge of [...added, ...asked]) expect(set.has(...edge)).toBe(texts.has(edge.join()));
    });
    fc.assert(property);
  });
});
