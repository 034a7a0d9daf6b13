import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../scene/read_graph.ts';
import { graphTables } from './edge_table.ts';
import { graphScene } from './graph_scene.ts';
import { GraphView, pythonSet } from './graph_view.ts';

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

describe('pythonSet()', () => {
  // list(set) of CPython 3.11.7, after s.add of each, s.update(a dict's keys) and s.difference_update
  it.each([
    { added: [8, 3, 9], removed: [], order: [8, 9, 3] },
    {
      added: [30, 352, 11, 344, 233, 241, 434, 79, 60, 402, 342, 166, 149, 232],
      removed: [79, 232],
      order: [352, 166, 233, 11, 241, 434, 402, 149, 342, 344, 60, 30],
    },
    {
      added: [
        131596923, 909246394, 565253366, 846227484, 803926883, 675753533, 587774604, 209449883, 631918682, 618619603,
        762142442, 123135292, 532986590, 140466801,
      ],
      removed: [803926883, 675753533, 532986590, 140466801],
      order: [
        209449883, 631918682, 762142442, 587774604, 618619603, 565253366, 123135292, 909246394, 131596923, 846227484,
      ],
    },
  ])('iterates as CPython does: $order', ({ added, removed, order }) => {
    expect(pythonSet(added, removed)).toEqual(order);
  });

  it('holds what was added and not taken out, once each', () => {
    const values = fc.array(fc.nat({ max: 500 }), { maxLength: 400, size: 'max' });
    fc.assert(
      fc.property(values, values, (added, removed) => {
        const left = [...new Set(added)].filter((value) => !removed.includes(value));
        expect(pythonSet(added, removed).sort()).toEqual(left.sort());
      }),
    );
  });
});
