import fc from 'fast-check';
import type { Edge } from '../layout_graph.ts';

function edgesOf(count: number): fc.Arbitrary<Edge[]> {
  const node = fc.nat({ max: count - 1 });
  const edge = fc.tuple(node, node).filter(([a, b]) => a !== b);
  const up = edge.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  const all = fc.uniqueArray(up, { maxLength: 20, selector: ({ from, to }) => `${from} ${to}` });
  return all.map((edges) => edges.sort((a, b) => a.from - b.from));
}

/** Edges go from lower numbers to higher ones, sorted by their start. */
export const arbitraryEdges = fc
  .integer({ min: 2, max: 12 })
  .chain((count) => fc.record({ count: fc.constant(count), edges: edgesOf(count) }));
