import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layerGraph } from './layer_graph.ts';
import { placeLayers } from './place_layers.ts';
import { arbitraryEdges } from './testing/arbitrary_edges.ts';

const spacing = { widthOf: (vertex: number) => 10 + (vertex % 3) * 20, gap: 5 };

describe('placeLayers()', () => {
  it('puts a node over the middle of what it leads to', () => {
    const edges = [
      { from: 0, to: 1 },
      { from: 0, to: 2 },
    ];
    const graph = layerGraph(3, edges);
    const middles = placeLayers(graph, graph.layers, { widthOf: () => 10, gap: 10 });
    expect(middles.map((middle) => Math.round(middle))).toEqual([15, 5, 25]);
  });

  it('keeps the order and the gaps, and begins at 0', () => {
    fc.assert(
      fc.property(arbitraryEdges, ({ count, edges }) => {
        const graph = layerGraph(count, edges);
        const middles = placeLayers(graph, graph.layers, spacing);
        const left = (vertex: number) => (middles[vertex] as number) - spacing.widthOf(vertex) / 2;
        const right = (vertex: number) => (middles[vertex] as number) + spacing.widthOf(vertex) / 2;
        for (const layer of graph.layers) {
          for (const [index, vertex] of layer.slice(1).entries()) {
            expect(left(vertex) - right(layer[index] as number)).toBeGreaterThan(spacing.gap - 1e-6);
          }
        }
        expect(Math.min(...graph.layers.flat().map(left))).toBeCloseTo(0, 6);
      }),
    );
  });
});
