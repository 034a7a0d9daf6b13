import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../../household/scene/read_graph.ts';
import { instanceColour, picture } from './picture.ts';
import { ServedScene } from './served_scene.ts';

const nodes = [
  { id: 1, class_name: 'kitchen', category: 'Rooms', bounding_box: { center: [0, 1, 0], size: [4, 2, 4] } },
  { id: 2, class_name: 'desk', category: 'Furniture', bounding_box: { center: [1, 0.5, 1], size: [1, 1, 1] } },
  { id: 3, class_name: 'mug', category: 'Props', bounding_box: { center: [-1, 0.5, -1], size: [0.1, 0.1, 0.1] } },
  {
    ...{ id: 4, class_name: 'box', category: 'Furniture', states: ['CLOSED'] },
    bounding_box: { center: [-1, 0.5, 1], size: [0.5, 0.5, 0.5] },
  },
  { id: 5, class_name: 'pen', category: 'Props', bounding_box: { center: [-1, 0.5, 1], size: [0.1, 0.1, 0.1] } },
];
const edges = [
  { from_id: 2, relation_type: 'INSIDE', to_id: 1 },
  { from_id: 5, relation_type: 'INSIDE', to_id: 4 },
];
const graph = new ServedScene(readGraph(JSON.stringify({ nodes, edges }), 'graph.json').value).graph();

describe('picture()', () => {
  it('shows from above which thing is where, north up, and nothing of what is hidden', () => {
    const png = picture(graph, { x: 0, z: 0, half: 2 }, { mode: 'seg_inst', width: 200, height: 100 });
    const { width, height, data } = decode(png);
    expect([width, height]).toEqual([200, 100]);
    const colourAt = (x: number, z: number) => {
      const at = 3 * (Math.round(50 - z * 25) * width + Math.round(100 + x * 25));
      return [...data.slice(at, at + 3)];
    };
    expect(colourAt(1, 1)).toEqual([...instanceColour(2)]);
    expect(colourAt(-1, -1)).toEqual([...instanceColour(3)]);
    expect(colourAt(-1, 1)).toEqual([...instanceColour(4)]);
    expect(colourAt(0, 0)).toEqual([...instanceColour(1)]);
    expect(colourAt(3, 0)).toEqual([38, 42, 48]);
  });
});

describe('instanceColour()', () => {
  it('gives no two of 100,000 ids the same', () => {
    const colours = new Set(Array.from({ length: 100_000 }, (_, id) => instanceColour(id).join()));
    expect(colours.size).toBe(100_000);
  });
});
