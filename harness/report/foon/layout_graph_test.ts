import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DrawingError, type Edge, layoutGraph, type Point, type Size } from './layout_graph.ts';

const boxes = (count: number): Size[] => new Array(count).fill({ width: 100, height: 40 });

const NEAR = 1e-6;

/** Such as `0-1 1-2`. */
const edgesOf = (text: string): Edge[] =>
  text.split(' ').map((edge) => ({ from: Number(edge[0]), to: Number(edge[2]) }));

it('layoutGraph() puts a chain one below the other, with straight edges, and lays out a graph without nodes', () => {
  const { width, height, centres, routes } = layoutGraph(boxes(3), edgesOf('0-1 1-2'));
  expect({ width, height }).toEqual({ width: 100, height: 3 * 40 + 2 * 38 });
  expect(centres).toMatchObject([20, 98, 176].map((y) => ({ x: 50, y })));
  expect(routes).toEqual([[], []]);
  expect(layoutGraph([], [])).toEqual({ width: 0, height: 0, centres: [], routes: [] });
});

it('layoutGraph() draws an edge straight through the layers between its ends', () => {
  const { routes } = layoutGraph(boxes(3), edgesOf('0-1 0-2 1-2'));
  const x = routes[1]![0]!.x;
  expect(routes).toEqual([[], [78, 118].map((y) => ({ x, y })), []]);
});

it('layoutGraph() puts a node below the middle of its inputs, and a node without inputs right above its successor', () => {
  const { centres } = layoutGraph(boxes(5), edgesOf('0-2 1-2 2-4 3-4'));
  const [a, b, below, late] = centres as [Point, Point, Point, Point];
  expect(below.x).toBeCloseTo((a.x + b.x) / 2, 6);
  expect([a.y, late.y]).toEqual([b.y, below.y]);
});

it('layoutGraph() refuses a graph whose edges have too many segments', () => {
  const wide = Array.from({ length: 5_001 }, (_, node): Edge => ({ from: node, to: 5_001 }));
  expect(() => layoutGraph(boxes(5_002), wide)).toThrow(DrawingError);
  const chain = Array.from({ length: 100 }, (_, node): Edge[] => [
    { from: node, to: node + 1 },
    { from: 0, to: node + 2 },
  ]).flat();
  expect(() => layoutGraph(boxes(102), chain)).toThrow(
    'Cannot draw the network: its edges have 5150 segments; the maximum is 5000',
  );
});

function arbitraryOf(count: number): fc.Arbitrary<Edge[]> {
  const node = fc.nat({ max: count - 1 });
  const edge = fc.tuple(node, node).filter(([a, b]) => a !== b);
  const up = edge.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  const all = fc.uniqueArray(up, { maxLength: 20, selector: ({ from, to }) => `${from} ${to}` });
  return all.map((edges) => edges.sort((a, b) => a.from - b.from));
}

/** Edges go from lower numbers to higher ones, sorted by their start. */
const arbitraryEdges = fc
  .integer({ min: 2, max: 12 })
  .chain((count) => fc.record({ count: fc.constant(count), edges: arbitraryOf(count) }));

it('layoutGraph() keeps nodes apart, edges going down and around nodes, and everything inside', () => {
  fc.assert(
    fc.property(arbitraryEdges, ({ count, edges }) => {
      const sizes = boxes(count).map((size, node) => ({ ...size, width: 60 + 10 * (node % 3) }));
      const { width, height, centres, routes } = layoutGraph(sizes, edges);
      for (const [one, a] of centres.entries()) {
        for (const [other, b] of centres.slice(0, one).entries()) {
          const apart = (sizes[one]!.width + sizes[other]!.width) / 2;
          expect(Math.abs(a.x - b.x) > apart - NEAR || Math.abs(a.y - b.y) > 40 - NEAR).toBe(true);
        }
      }
      for (const [edge, { from, to }] of edges.entries()) {
        const route = routes[edge]!;
        const all = [centres[from]!, ...route, centres[to]!];
        for (const [index, { y }] of all.slice(1).entries()) expect(y).toBeGreaterThan(all[index]!.y);
        for (const { x, y } of route) {
          const hit = centres.some((middle, node) => {
            return Math.abs(middle.x - x) < sizes[node]!.width / 2 - NEAR && Math.abs(middle.y - y) < 20 - NEAR;
          });
          expect(hit).toBe(false);
        }
      }
      for (const { x, y } of [...centres, ...routes.flat()]) {
        expect(x).toBeGreaterThan(-NEAR);
        expect(x).toBeLessThan(width + NEAR);
        expect(y).toBeGreaterThan(-NEAR);
        expect(y).toBeLessThan(height + NEAR);
      }
    }),
  );
});
