import fc from 'fast-check';
import type { Edge } from '../layout_graph.ts';

/** Edges go from lower numbers to higher ones, and are sorted by where they begin. */
export const arbitraryEdges: fc.Arbitrary<{ count: number; edges: Edge[] }> = fc
  .integer({ min: 2, max: 12 })
  .chain((count) =>
    fc.record({
      count: fc.constant(count),
      edges: fc
        .uniqueArray(
          fc
            .tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 }))
            .filter(([a, b]) => a !== b)
            .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
          { maxLength: 20, selector: ({ from, to }) => `${from} ${to}` },
        )
        .map((edges) => edges.sort((a, b) => a.from - b.from)),
    }),
  );
