import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layerGraph, SEGMENTS_MAX } from './layer_graph.ts';
import { arbitraryEdges } from './testing/arbitrary_edges.ts';

describe('layerGraph()', () => {
  it('puts every node below all that lead to it, and sources right above what needs them', () => {
    const edges = [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 3, to: 2 },
    ];
    expect(layerGraph(4, edges).layers).toEqual([[0], [1, 3], [2]]);
  });

  it('bends an edge in every layer between', () => {
    const edges = [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 0, to: 2 },
    ];
    const { layers, routes, segments } = layerGraph(3, edges);
    expect(layers).toEqual([[0], [1, 3], [2]]);
    expect(routes[2]).toEqual([0, 3, 2]);
    expect(segments).toHaveLength(4);
  });

  it('refuses circles, and more than a picture can hold', () => {
    const circle = [
      { from: 0, to: 1 },
      { from: 1, to: 0 },
    ];
    expect(() => layerGraph(2, circle)).toThrow('it has a circle');
    const many = new Array(SEGMENTS_MAX + 1).fill({ from: 0, to: 1 });
    expect(() => layerGraph(2, many)).toThrow('segments of edges');
  });

  it('has each vertex once, and segments from each layer to the next', () => {
    fc.assert(
      fc.property(arbitraryEdges, ({ count, edges }) => {
        const { layers, segments, routes, vertexCount } = layerGraph(count, edges);
        expect(layers.flat().toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: vertexCount }, (_, vertex) => vertex),
        );
        const layerOf = new Map(layers.flatMap((layer, index) => layer.map((vertex) => [vertex, index])));
        for (const { from, to } of segments) expect(layerOf.get(to)).toBe((layerOf.get(from) as number) + 1);
        for (const [index, { from, to }] of edges.entries()) {
          expect([routes[index]?.[0], routes[index]?.at(-1)]).toEqual([from, to]);
        }
      }),
    );
  });
});
