import { decode } from 'fast-png';
import { expect, it } from 'vitest';
import { readGraph } from '../../household/scene/read_graph.ts';
import { instanceColour, picture } from './picture.ts';
import { ServedScene } from './served_scene.ts';

const node = (id: number, class_name: string, category: string, center: number[], size: number) => ({
  ...{ id, class_name, category, states: class_name === 'box' ? ['CLOSED'] : [] },
  bounding_box: { center, size: [size, size, size] },
});
const nodes = [
  node(1, 'kitchen', 'Rooms', [0, 1, 0], 4),
  node(2, 'desk', 'Furniture', [1, 0.5, 1], 1),
  node(3, 'mug', 'Props', [-1, 0.5, -1], 0.1),
  node(4, 'box', 'Furniture', [-1, 0.5, 1], 0.5),
  node(5, 'pen', 'Props', [-1, 0.5, 1], 0.1),
];
const edges = [
  { from_id: 2, relation_type: 'INSIDE', to_id: 1 },
  { from_id: 5, relation_type: 'INSIDE', to_id: 4 },
];
const graph = new ServedScene(readGraph(JSON.stringify({ nodes, edges }), 'graph.json').value).graph();

it('picture() shows visible things from above, north up', () => {
  const png = picture(graph, { x: 0, z: 0, half: 2 }, { mode: 'seg_inst', width: 200, height: 100 });
  const { width, height, data } = decode(png);
  expect([width, height]).toEqual([200, 100]);
  const colourAt = (x: number, z: number) => {
    const at = 3 * (Math.round(50 - z * 25) * width + Math.round(100 + x * 25));
    return [...data.slice(at, at + 3)];
  };
  const shown = [colourAt(0, 0), colourAt(1, 1), colourAt(-1, -1), colourAt(-1, 1)];
  expect(shown).toEqual([1, 2, 3, 4].map(instanceColour));
  expect(colourAt(3, 0)).toEqual([38, 42, 48]);
});

it('instanceColour() gives no two of 100,000 ids the same', () => {
  const colours = new Set(Array.from({ length: 100_000 }, (_, id) => instanceColour(id).join()));
  expect(colours.size).toBe(100_000);
});
