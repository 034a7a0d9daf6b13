import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centreLeaves } from './centre_leaves.ts';
import { layerGraph } from './layer_graph.ts';
import { crossings, orderLayers } from './order_layers.ts';
import { arbitraryEdges } from './testing/arbitrary_edges.ts';

describe('centreLeaves()', () => {
  it('puts what comes from nowhere to both sides of what leads on', () => {
    const edges = [
      { from: 0, to: 1 },
      { from: 1, to: 4 },
      { from: 2, to: 4 },
      { from: 3, to: 4 },
    ];
    const graph = layerGraph(5, edges);
    expect(graph.layers).toEqual([[0], [1, 2, 3], [4]]);
    expect(centreLeaves(graph, graph.layers)).toEqual([[0], [2, 1, 3], [4]]);
  });

  it('keeps every layer’s vertices, and never makes more crossings', () => {
    fc.assert(
      fc.property(arbitraryEdges, ({ count, edges }) => {
        const graph = layerGraph(count, edges);
        const before = orderLayers(graph);
        const after = centreLeaves(graph, before);
        expect(after.map((layer) => layer.toSorted())).toEqual(before.map((layer) => layer.toSorted()));
        expect(crossings(after, graph.segments)).toBeLessThanOrEqual(crossings(before, graph.segments));
      }),
    );
  });
});
