/**
 * Puts the nodes of a graph without circles into layers, so that every edge goes down.
 *
 * Longest-path layering (Sugiyama et al. 1981; Eades and Sugiyama 1990), with sources moved down to the layer above the first that needs
 * them. An edge over several layers gets a bend in each one between.
 *
 * @module
 */

export type Edge = { readonly from: number; readonly to: number };

export type LayeredGraph = {
  /** Vertices by layer, from the top. A vertex below `nodeCount` is that node; the others are bends. */
  readonly layers: readonly (readonly number[])[];
  readonly nodeCount: number;
  readonly vertexCount: number;
  /** Edges between neighbouring layers. */
  readonly segments: readonly Edge[];
  /** Of each edge the vertices that it goes through, ends included. */
  readonly routes: readonly (readonly number[])[];
};

/** More than this many bends and edges is no drawing. */
export const SEGMENTS_MAX = 20_000;

/** `edges` have no circle. Throws a RangeError beyond SEGMENTS_MAX. */
export function layerGraph(nodeCount: number, edges: readonly Edge[]): LayeredGraph {
  const layerOf = layersOf(nodeCount, edges);
  const spans = edges.reduce((sum, { from, to }) => sum + at(layerOf, to) - at(layerOf, from), 0);
  if (spans > SEGMENTS_MAX)
    throw new RangeError(`Cannot draw the graph: ${spans} segments of edges, at most ${SEGMENTS_MAX}`);
  const layers: number[][] = [];
  let vertexCount = 0;
  const add = (vertex: number, layer: number) => {
    while (layers.length <= layer) layers.push([]);
    (layers[layer] as number[]).push(vertex);
    return vertexCount++;
  };
  for (const [node, layer] of layerOf.entries()) add(node, layer);
  const routes = edges.map(({ from, to }) => {
    const route = [from];
    for (let layer = at(layerOf, from) + 1; layer < at(layerOf, to); layer++) route.push(add(vertexCount, layer));
    return [...route, to];
  });
  const segments = routes.flatMap((route) => route.slice(1).map((to, index) => ({ from: route[index] as number, to })));
  return { layers, nodeCount, vertexCount, segments, routes };
}

function layersOf(nodeCount: number, edges: readonly Edge[]): number[] {
  const below: number[][] = Array.from({ length: nodeCount }, () => []);
  const waiting = new Array<number>(nodeCount).fill(0);
  for (const { from, to } of edges) {
    below[from]?.push(to);
    waiting[to] = at(waiting, to) + 1;
  }
  const layers = new Array<number>(nodeCount).fill(0);
  const isSource = waiting.map((count) => count === 0);
  const ready = waiting.flatMap((count, node) => (count === 0 ? [node] : []));
  for (let done = 0; done < ready.length; done++) {
    const node = ready[done] as number;
    for (const next of below[node] as number[]) {
      layers[next] = Math.max(at(layers, next), at(layers, node) + 1);
      waiting[next] = at(waiting, next) - 1;
      if (waiting[next] === 0) ready.push(next);
    }
  }
  if (ready.length < nodeCount) throw new RangeError('Cannot draw the graph: it has a circle');
  return layers.map((layer, node) => {
    const next = (below[node] as number[]).map((other) => at(layers, other));
    return isSource[node] && next.length > 0 ? next.reduce((a, b) => Math.min(a, b)) - 1 : layer;
  });
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] as number;
}
