import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../scene/read_graph.ts';
import { graphScene } from './graph_scene.ts';
import { graphTables } from './graph_tables.ts';
import { GraphView } from './graph_view.ts';

/** Things in a row, each INSIDE the next; the last is INSIDE one of the row, or in the room that stands before all. */
function viewOfRow(length: number, last: number | 'room'): GraphView {
  const nodes = [
    { id: 1, class_name: 'hall', category: 'Rooms' },
    { id: 2, class_name: 'character' },
    ...Array.from({ length }, (_, index) => ({ id: index + 3, class_name: 'box' })),
  ];
  const edges = Array.from({ length }, (_, index) => ({
    from_id: index + 3,
    relation_type: 'INSIDE',
    to_id: index + 1 < length ? index + 4 : last === 'room' ? 1 : last + 3,
  }));
  return new GraphView(graphTables(graphScene(readGraph(JSON.stringify({ nodes, edges }), 'row.json'))));
}

describe('GraphView.roomOf()', () => {
  it('finds the room around any number of containers', () => {
    for (const length of [1, 2, 3, 7, 1000]) expect(viewOfRow(length, 'room').roomOf(2)).toBe(0);
  });

  it('finds none where containers are inside each other, however long the way there and the circle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (length, last) => {
        const view = viewOfRow(length, last % length);
        for (let node = 2; node < length + 2; node++) expect(view.roomOf(node)).toBe(-1);
      }),
    );
    const large = viewOfRow(20_000, 19_990);
    for (let node = 2; node < 20_002; node += 1000) expect(large.roomOf(node)).toBe(-1);
  });
});
