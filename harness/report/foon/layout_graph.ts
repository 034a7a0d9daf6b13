/** Lays out a graph in layers with dagre (Gansner et al. 1993; Brandes and Köpf 2001). */
import { Graph, layout } from '@dagrejs/dagre';

export type Edge = Readonly<{ from: number; to: number }>;
export type Size = Readonly<{ width: number; height: number }>;
export type Point = Readonly<{ x: number; y: number }>;

export type GraphLayout = Size & Readonly<{ centres: readonly Point[]; routes: readonly (readonly Point[])[] }>;

/** With more segments, dagre takes seconds. */
const SEGMENTS_MAX = 5_000;

export class DrawingError extends Error {
  override readonly name = 'DrawingError';
}

/** Edges must be distinct, and those into a node must come before those out of it. Throws a DrawingError. */
export function layoutGraph(sizes: readonly Size[], edges: readonly Edge[]): GraphLayout {
  const segments = segmentCount(sizes.length, edges);
  if (segments > SEGMENTS_MAX) {
    throw new DrawingError(
      `Cannot draw the network: its edges have ${segments} segments; the maximum is ${SEGMENTS_MAX}`,
    );
  }
  const graph = new Graph();
  graph.setGraph({ nodesep: 22, ranksep: 38 });
  for (const [node, { width, height }] of sizes.entries()) graph.setNode(String(node), { width, height, x: 0, y: 0 });
  for (const { from, to } of edges) graph.setEdge(String(from), String(to), { points: [] });
  if (sizes.length > 0) layout(graph);
  const centres = sizes.map((_, node): Point => graph.node(String(node)));
  const heights = new Map<number, number>();
  for (const [node, { y }] of centres.entries()) heights.set(y, Math.max(heights.get(y) ?? 0, sizes[node]!.height));
  const routes = edges.map(({ from, to }) => {
    // dagre also returns a point for a label in each gap.
    const { points }: { readonly points: readonly Point[] } = graph.edge(String(from), String(to));
    return points.slice(1, -1).flatMap(({ x, y }): Point[] => {
      const half = (heights.get(y) ?? 0) / 2;
      return heights.has(y) ? [-half, half].map((offset) => ({ x, y: y + offset })) : [];
    });
  });
  const corners = centres.flatMap(({ x, y }, node) => {
    const { width, height } = sizes[node]!;
    return [-0.5, 0.5].map((side) => ({ x: x + side * width, y: y + side * height }));
  });
  return moveToOrigin({ centres, routes }, [...corners, ...routes.flat()]);
}

function moveToOrigin(
  { centres, routes }: Pick<GraphLayout, 'centres' | 'routes'>,
  points: readonly Point[],
): GraphLayout {
  const extent = (axis: 'x' | 'y') => {
    const first = points.reduce((least, point) => Math.min(least, point[axis]), points[0]?.[axis] ?? 0);
    return { first, length: points.reduce((most, point) => Math.max(most, point[axis] - first), 0) };
  };
  const [left, top] = [extent('x'), extent('y')];
  const move = ({ x, y }: Point): Point => ({ x: x - left.first, y: y - top.first });
  return {
    width: left.length,
    height: top.length,
    centres: centres.map(move),
    routes: routes.map((route) => route.map(move)),
  };
}

function segmentCount(nodeCount: number, edges: readonly Edge[]): number {
  const layers = new Array<number>(nodeCount).fill(0);
  for (const { from, to } of edges) layers[to] = Math.max(layers[to]!, layers[from]! + 1);
  const followerLayers = new Array<number>(nodeCount).fill(Number.POSITIVE_INFINITY);
  for (const { from, to } of edges) followerLayers[from] = Math.min(followerLayers[from]!, layers[to]!);
  const layerOf = (node: number) => (layers[node] === 0 ? followerLayers[node]! - 1 : layers[node]!);
  return edges.reduce((sum, { from, to }) => sum + layers[to]! - layerOf(from), 0);
}
