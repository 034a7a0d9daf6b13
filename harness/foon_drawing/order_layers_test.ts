import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edge, layerGraph } from './layer_graph.ts';
import { crossings, orderLayers } from './order_layers.ts';
import { arbitraryEdges } from './testing/arbitrary_edges.ts';

function slowCrossings(layers: readonly (readonly number[])[], segments: readonly Edge[]): number {
  const placeOf = (vertex: number) => layers.find((layer) => layer.includes(vertex))?.indexOf(vertex) ?? 0;
  const layerOf = (vertex: number) => layers.findIndex((layer) => layer.includes(vertex));
  const cross = (a: Edge, b: Edge) =>
    layerOf(a.from) === layerOf(b.from) && placeOf(a.from) < placeOf(b.from) && placeOf(a.to) > placeOf(b.to);
  return segments.reduce((sum, a) => sum + segments.filter((b) => cross(a, b)).length, 0);
}

describe('crossings()', () => {
  it('counts pairs of edges that cross, not those that share an end', () => {
    const edges = [
      { from: 0, to: 3 },
      { from: 1, to: 2 },
      { from: 1, to: 3 },
    ];
    expect(
      crossings(
        [
          [0, 1],
          [2, 3],
        ],
        edges,
      ),
    ).toBe(1);
    expect(
      crossings(
        [
          [1, 0],
          [2, 3],
        ],
        edges,
      ),
    ).toBe(0);
  });

  it('counts as a slow comparison of all pairs does', () => {
    fc.assert(
      fc.property(arbitraryEdges, ({ count, edges }) => {
        const { layers, segments } = layerGraph(count, edges);
        expect(crossings(layers, segments)).toBe(slowCrossings(layers, segments));
      }),
    );
  });
});

describe('orderLayers()', () => {
  it('untangles two chains', () => {
    const edges = [
      { from: 0, to: 3 },
      { from: 1, to: 2 },
      { from: 2, to: 5 },
      { from: 3, to: 4 },
    ];
    const graph = layerGraph(6, edges);
    expect(crossings(graph.layers, graph.segments)).toBe(2);
    expect(crossings(orderLayers(graph), graph.segments)).toBe(0);
  });

  it('keeps every layer’s vertices, and never makes more crossings', () => {
    fc.assert(
      fc.property(arbitraryEdges, ({ count, edges }) => {
        const graph = layerGraph(count, edges);
        const order = orderLayers(graph);
        expect(order.map((layer) => layer.toSorted())).toEqual(graph.layers.map((layer) => layer.toSorted()));
        expect(crossings(order, graph.segments)).toBeLessThanOrEqual(crossings(graph.layers, graph.segments));
      }),
    );
  });
});
