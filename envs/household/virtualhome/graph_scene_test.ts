import { describe, expect, it } from 'vitest';
import { JsonError } from '../../checked_json.ts';
import { readGraph } from '../scene/read_graph.ts';
import { graphScene } from './graph_scene.ts';
import { smallGraphText, smallScene } from './testing/small_graph.ts';

const KITCHEN = 'kitchen: fridge CAN_OPEN CLOSED, milk GRABBABLE, character';

function errorOf(text: string): JsonError {
  try {
    graphScene(readGraph(text, 'scene.json'));
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error('expected a JsonError');
}

describe('graphScene()', () => {
  it('numbers nodes in the order of the file, and keeps every edge once', () => {
    const scene = smallScene(KITCHEN, 'milk INSIDE fridge, milk INSIDE fridge, milk inside fridge, fridge CLOSE milk');
    expect(scene.nodes.map(({ label, isRoom, states }) => [label, isRoom, states])).toEqual([
      ['<kitchen> (1)', true, []],
      ['<fridge> (2)', false, ['CLOSED']],
      ['<milk> (3)', false, []],
      ['<character> (4)', false, []],
    ]);
    expect(scene.edges.slice(3)).toEqual([
      [2, 'INSIDE', 1],
      [1, 'CLOSE', 2],
    ]);
    expect(scene.robot).toBe(3);
  });

  it('lets the character with the lowest id act', () => {
    const text = smallGraphText('kitchen: character, character')
      .replace('"id":3', '"id":0')
      .replace('_id":3', '_id":0');
    expect(graphScene(readGraph(text, 'scene.json')).robot).toBe(2);
  });

  it.each([
    ['an unknown relation', 'milk UNDER fridge', 'edges[3].relation_type', 'one of ON, INSIDE, BETWEEN, CLOSE, FACING'],
    ['a thing inside itself', 'fridge INSIDE fridge', 'edges[3]', 'containment that does not lead back'],
    ['a circle', 'milk INSIDE fridge, fridge INSIDE milk', 'edges[3]', 'containment that does not lead back'],
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

  it('lets two things in the very same box contain each other, as curtains in published scenes do', () => {
    const graph = JSON.parse(smallGraphText('hall: curtains, curtains, character', '2 INSIDE 3, 3 INSIDE 2'));
    const box = { center: [1, 2, 3], size: [1, 1, 0.1] };
    for (const index of [1, 2]) graph.nodes[index].bounding_box = box;
    expect(graphScene(readGraph(JSON.stringify(graph), 'scene.json')).edges).toHaveLength(5);
    graph.nodes[2].bounding_box = { ...box, center: [1, 2, 3.1] };
    expect(errorOf(JSON.stringify(graph)).field).toBe('edges[4]');
  });

  it('finds circles however long, in a chain of ten thousand things', () => {
    const things = Array.from({ length: 10_000 }, (_, index) => `thing${index}`);
    const chain = things.slice(1).map((thing, index) => `${thing} INSIDE ${things[index]}`);
    const text = (edges: readonly string[]) => {
      const graph = JSON.parse(smallGraphText('hall: character'));
      for (const [index, class_name] of things.entries()) {
        graph.nodes.push({ id: index + 10, class_name, category: 'Props' });
      }
      for (const edge of edges) {
        const [from = '', , to = ''] = edge.split(' ').map((word) => word.replace('thing', ''));
        graph.edges.push({ from_id: Number(from) + 10, relation_type: 'INSIDE', to_id: Number(to) + 10 });
      }
      return JSON.stringify(graph);
    };
    expect(graphScene(readGraph(text(chain), 'scene.json')).nodes).toHaveLength(10_002);
    const circle = errorOf(text([...chain, 'thing0 INSIDE thing9999']));
    expect(circle.expected).toContain('does not lead back');
  });
});
